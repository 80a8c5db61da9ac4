// refused: The value may be in another case: read the payload as an optional.
import CaseKeyPaths

@dynamicMemberLookup
enum Value: CasePathable {
  case number(Int), nothing

  struct AllCasePaths {
    var number: AnyCasePath<Value, Int> {
      AnyCasePath(embed: { .number($0) }, extract: { if case .number(let value) = $0 { value } else { nil } })
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

func read(_ value: Value) -> Int? {
  #if REFUSED
  let number: Int = value.number
  return number
  #else
  return value.number
  #endif
}
