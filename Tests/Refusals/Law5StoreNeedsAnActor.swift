// refused: 'nil' is not compatible with expected argument type 'any Actor'
import CounterpointCore

@MainActor
func onAnActor() -> Store<Int, Int> {
  Store(initialState: 0) {}
}

#if REFUSED
func nowhere() -> Store<Int, Int> {
  Store(initialState: 0) {}
}
#endif
