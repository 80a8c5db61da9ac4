// refused: Receive the action by the path to its case, as in 'receive(\.loaded)', or make 'Action' equatable.
import CounterpointTesting

enum Action {
  case loaded(Int)
}

func byPredicate(_ store: TestStore<Int, Action>) async {
  await store.receive { _ in true }
}

#if REFUSED
func byValue(_ store: TestStore<Int, Action>) async {
  await store.receive(.loaded(1))
}
#endif
