import SwiftDiagnostics

/// The errors of `@ObservableState` and `@ObservationStateTracked`.
enum ObservableStateMessage: DiagnosticMessage, Equatable {
  case notAValue(keyword: String, name: String)
  case wrongAttribute(String, use: String)
  case severalInOneDeclaration
  case tuple
  case weak(keyword: String, name: String)
  case opaque(name: String)
  case notStored

  var message: String {
    switch self {
    case .notAValue(let keyword, let name):
      "'@ObservableState' cannot be applied to \(keyword) type '\(name)': state is a struct or an enum"
    case .wrongAttribute(let wrong, let right):
      "'@\(wrong)' cannot be used inside '@ObservableState'; use '@\(right)'"
    case .severalInOneDeclaration:
      "'@ObservableState' needs a separate declaration for each property"
    case .tuple:
      "'@ObservableState' cannot observe properties that are declared as a tuple"
    case .weak(let keyword, let name):
      "'@ObservableState' cannot observe the \(keyword) property '\(name)': its deallocation notifies no observers"
    case .opaque(let name):
      "'@ObservableState' cannot observe '\(name)', whose type is opaque"
    case .notStored:
      "'@ObservationStateTracked' needs a stored instance 'var'"
    }
  }

  var diagnosticID: MessageID {
    let id =
      switch self {
      case .notAValue: "notAValue"
      case .wrongAttribute: "wrongAttribute"
      case .severalInOneDeclaration: "severalInOneDeclaration"
      case .tuple: "tuple"
      case .weak: "weak"
      case .opaque: "opaque"
      case .notStored: "notStored"
      }
    return MessageID(domain: "ObservableState", id: id)
  }

  var severity: DiagnosticSeverity { .error }
}
