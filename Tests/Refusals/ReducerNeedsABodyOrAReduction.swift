// refused: type 'Neither' does not conform to protocol 'Reducer'
import CounterpointCore

struct Witness: Reducer {
  func reduce(into state: inout Int, action: Int) -> Effect<Int> { .none }
}

#if REFUSED
struct Neither: Reducer {
  typealias State = Int
  typealias Action = Int
}
#endif
