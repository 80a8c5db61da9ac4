import SwiftSyntax

/// Finds values of the environment that a test can't set.
struct UncontrolledValue: Rule {
  let name = "uncontrolled-value"
  let summary = "A reducer reads the time, or a random value, without a dependency"

  func findings(in package: SourcePackage) -> [Finding] {
    package.files.flatMap { file -> [Finding] in
      let known = package.reducers(of: file)
      guard !known.isEmpty else { return [] }
      let calls = nodes(of: FunctionCallExprSyntax.self, in: file.tree).map { (Syntax($0), source(of: $0)) }
      let reads = nodes(of: MemberAccessExprSyntax.self, in: file.tree).map { (Syntax($0), source(of: $0)) }
      return (calls + reads).compactMap { node, source in
        guard let source, let reducer = enclosingReducer(of: node, known: known) else { return nil }
        return finding(
          in: file,
          at: node,
          "'\(source.text)' in '\(reducer)' has another value in each run, which no test can assert.",
          fix: "Use the dependency '\(source.dependency)'."
        )
      }
    }
  }

  private typealias Source = (text: String, dependency: String)

  private func source(of call: FunctionCallExprSyntax) -> Source? {
    let text = call.calledExpression.trimmedDescription
    switch text {
    case "Date" where call.arguments.isEmpty && call.trailingClosure == nil: return ("Date()", "\\.date.now")
    case "UUID" where call.arguments.isEmpty: return ("UUID()", "\\.uuid")
    case "ContinuousClock": return ("ContinuousClock()", "\\.continuousClock")
    case "SuspendingClock": return ("SuspendingClock()", "\\.suspendingClock")
    case "Task.sleep": return ("Task.sleep", "\\.continuousClock")
    case "SystemRandomNumberGenerator": return ("SystemRandomNumberGenerator()", "\\.withRandomNumberGenerator")
    default: break
    }
    guard let access = call.calledExpression.as(MemberAccessExprSyntax.self), call.argument("using") == nil else {
      return nil
    }
    let name = access.declName.baseName.text
    let isRandom =
      switch name {
      case "random": call.argument("in") != nil || access.base?.trimmedDescription == "Bool"
      case "randomElement", "shuffle", "shuffled": call.arguments.isEmpty
      default: false
      }
    return isRandom ? ("\(name)(…)", "\\.withRandomNumberGenerator") : nil
  }

  private func source(of access: MemberAccessExprSyntax) -> Source? {
    switch access.trimmedDescription {
    case "Date.now": ("Date.now", "\\.date.now")
    case "ContinuousClock.now": ("ContinuousClock.now", "\\.continuousClock")
    case "SuspendingClock.now": ("SuspendingClock.now", "\\.suspendingClock")
    default: nil
    }
  }
}
