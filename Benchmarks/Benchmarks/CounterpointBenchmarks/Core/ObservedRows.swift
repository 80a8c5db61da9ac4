import Counterpoint
import Observation

@MainActor
func makeRows(_ count: Int) -> StoreOf<Rows> {
  Store(initialState: Rows.State(count: count)) { Rows() }
}

/// A list whose rows all have observed stores. The observation of one of them is renewed after each change.
@MainActor
final class ObservedRows {
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
      _ = interesting.count
    } onChange: {
    }
    interesting.send(.increment)
  }

  func sendToNone() {
    store.send(.refresh)
  }
}
