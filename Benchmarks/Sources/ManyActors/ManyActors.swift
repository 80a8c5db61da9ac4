import AllocationCounter
import Counterpoint
import Foundation

/// Sends ten actions to each of 100,000 stores on as many actors, and prints the cost of one action for `measure`.
///
/// It is a separate program, because the benchmarks' program blocks a thread of Swift's cooperative pool, so that
/// two cores do the work of one.
@main
enum ManyActors {
  static func main() async {
    let connections = Connections(100_000)
    let actions = Double(10 * 100_000)
    // The first round makes the stores.
    await connections.sendTenToEach()
    allocation_counter_start()
    await connections.sendTenToEach()
    let allocations = Double(allocation_counter_stop().count) / actions
    var times: [Double] = []
    for _ in 0..<20 {
      let time = await ContinuousClock().measure { await connections.sendTenToEach() }
      times.append(time / .nanoseconds(1) / actions)
    }
    times.sort()
    print(#"{"fastest": \#(times[0]), "median": \#(times[times.count / 2]), "allocations": \#(allocations)}"#)
  }
}

/// Independent stores, like those of a server's connections. Parallel tasks serve a part each.
private final class Connections: Sendable {
  private let parts: [[Connection]]

  init(_ count: Int) {
    let part = 1_000
    parts = (0..<count / part).map { _ in (0..<part).map { _ in Connection() } }
  }

  func sendTenToEach() async {
    await withTaskGroup { group in
      for part in parts {
        group.addTask { for connection in part { await connection.sendTen() } }
      }
    }
  }
}

private actor Connection {
  private lazy var store = Store(initialState: Leaf.State(), isolation: self) { Leaf() }

  func sendTen() {
    for _ in 0..<10 { store.send(.increment) }
  }
}
