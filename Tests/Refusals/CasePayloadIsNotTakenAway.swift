// refused: Assign a whole case, 'value = .name(payload)', or edit the payload with 'value.modify(\.name) { … }'.
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

func write(_ value: inout Value) {
  value.number = 1
  #if REFUSED
  value.number = nil
  #endif
}
