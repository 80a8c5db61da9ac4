// refused: risks causing data races
import CounterpointCore

@MainActor
func leave(_ store: Store<Int, Int>) {
  let ref = store.ref
  Task.detached { await ref.send(1) }
  #if REFUSED
  Task.detached { store.send(1) }
  #endif
}
