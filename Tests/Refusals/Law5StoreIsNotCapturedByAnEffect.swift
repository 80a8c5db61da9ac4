// refused: capture of 'store' with non-Sendable type 'Store<Int, Int>'
import CounterpointCore

@MainActor
func effect(_ store: Store<Int, Int>) -> Effect<Int> {
  #if REFUSED
  return .run { _ in
    await MainActor.run { _ = store.send(1) }
  }
  #else
  return .run { [ref = store.ref] _ in await ref.send(1) }
  #endif
}
