import Counterpoint
@_spi(Internals) import CounterpointSupport
import Observation

/// Returns how often an observer of `read` is notified while `change` runs: 0 or 1, as for any observer of one pass.
func notifications(reading read: () -> Void, during change: () -> Void) -> Int {
  let count = Locked(0)
  withObservationTracking(read) { count.withLock { $0 += 1 } }
  change()
  return count.withLock { $0 }
}

/// Returns how often an observer of `read` in a store's state is notified of a change of the state.
@MainActor
func told<State: ObservableState>(
  _ state: State,
  reading read: (State) -> Void,
  during change: @escaping (inout State) -> Void
) -> Int {
  let store = Store(initialState: state) {
    Reduce<State, Void> { state, _ in
      change(&state)
      return .none
    }
  }
  return notifications(reading: { read(store.state) }, during: { store.send(()) })
}
