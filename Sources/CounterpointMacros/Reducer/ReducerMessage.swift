import SwiftDiagnostics

/// The errors and the warning of `@Reducer`.
enum ReducerMessage: DiagnosticMessage {
  case neitherStructNorEnum(keyword: String, name: String)
  case arguments
  case overloadedCase(String)
  case reduceMethod
  case reducerInOnChange(String)

  var message: String {
    switch self {
    case .neitherStructNorEnum(let keyword, let name):
      "'@Reducer' cannot be applied to \(keyword) type '\(name)'"
    case .arguments:
      "'@Reducer' takes no arguments: declare conformances on 'State' and 'Action', or in extensions of them"
    case .overloadedCase(let name):
      "'@Reducer' cannot be applied to overloaded case name '\(name)'"
    case .reduceMethod:
      "A reducer with '@Reducer' should have a 'body' instead of 'reduce(into:action:)'"
    case .reducerInOnChange(let name):
      "'onChange' takes a closure instead of '\(name)': write '{ oldValue, state in … }', change 'state' and return an effect"
    }
  }

  var diagnosticID: MessageID {
    let id =
      switch self {
      case .neitherStructNorEnum: "neitherStructNorEnum"
      case .arguments: "arguments"
      case .overloadedCase: "overloadedCase"
      case .reduceMethod: "reduceMethod"
      case .reducerInOnChange: "reducerInOnChange"
      }
    return MessageID(domain: "Reducer", id: id)
  }

  var severity: DiagnosticSeverity {
    switch self {
    case .neitherStructNorEnum, .arguments, .overloadedCase, .reducerInOnChange: .error
    case .reduceMethod: .warning
    }
  }
}

/// The fix-its for these diagnostics.
enum ReducerFixIt: String, FixItMessage {
  case removeArguments = "Remove the arguments"
  case rewriteAsBody = "Rewrite it as a 'body' with a 'Reduce'"

  var message: String { rawValue }

  var fixItID: MessageID { MessageID(domain: "Reducer", id: "\(self)") }
}
