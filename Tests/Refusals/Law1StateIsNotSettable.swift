// refused: cannot assign to property: '$0' is immutable
import CounterpointCore

struct State { var count = 0 }

@MainActor
func write(to store: Store<State, Int>) {
  store.withState { _ = $0.count }
  #if REFUSED
  store.withState { $0.count = 1 }
  #endif
}
