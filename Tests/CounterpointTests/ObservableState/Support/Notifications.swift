import Locks
import Observation

/// How often the observer of what `read` reads is told while `change` runs: 0 or 1, as for any observer of one pass.
func notifications(reading read: () -> Void, during change: () -> Void) -> Int {
  let count = Locked(0)
  withObservationTracking(read) { count.withLock { $0 += 1 } }
  change()
  return count.withLock { $0 }
}

/// How often the observer of what `read` reads in a value is told of a change of the value.
func told<State>(_ state: State, reading read: (State) -> Void, during change: (inout State) -> Void) -> Int {
  var state = state
  return notifications(reading: { read(state) }, during: { change(&state) })
}
