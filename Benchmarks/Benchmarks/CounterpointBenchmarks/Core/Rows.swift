import Benchmark
import Counterpoint
import Observation

func rows() {
  for count in [10, 1_000, 100_000, 1_000_000] {
    benchmark("row: send to one among \(count)", { makeRows(count) }) { meter, store in
      meter.measure { store.send(.rows(.element(id: count / 2, action: .increment))) }
    }
  }

  for count in [1, 1_000, 10_000, 100_000] {
    benchmark("row: send to one with \(count) row stores alive and observed", { ObservedRows(count) }) { meter, rows in
      meter.measure { rows.sendToTheOneThatIsInteresting() }
    }
  }
}

@MainActor
func makeRows(_ count: Int) -> StoreOf<Rows> {
  Store(initialState: Rows.State(count: count)) { Rows() }
}

/// A list whose rows all have observed stores. The observation of one of them is renewed after each change.
@MainActor
private final class ObservedRows {
  private let store: StoreOf<Rows>
  private let rows: [StoreOf<Leaf>]
  private let interesting: StoreOf<Leaf>

  init(_ count: Int) {
    store = makeRows(count)
    rows = Array(store.scope(\.rows, action: \.rows) as StoreCollection<Int, Leaf.State, Leaf.Action>)
    interesting = rows[count / 2]
    for row in rows {
      withObservationTracking {
        _ = row.count
      } onChange: {
      }
    }
  }

  func sendToTheOneThatIsInteresting() {
    withObservationTracking {
      blackHole(interesting.count)
    } onChange: {
    }
    interesting.send(.increment)
  }
}
