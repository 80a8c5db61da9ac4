import Benchmark
import Counterpoint

/// Stores that have nothing to do with one another, each on an actor of its own, as those of connections to a server.
func actors() {
  let actorCount = 100_000
  benchmark("actors: ten actions to each of 100000 stores on as many actors", { Connections(actorCount) }) {
    meter,
    connections in
    await connections.sendTenToEach()
    await meter.measureOnce(repetitions: 10 * actorCount) { await connections.sendTenToEach() }
  }
}

/// Connections, of which tasks that run in parallel serve a part each.
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
