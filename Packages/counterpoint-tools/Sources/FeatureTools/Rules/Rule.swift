import SwiftSyntax

/// A rule that finds a kind of mistake in the syntax of a package.
protocol Rule: Sendable {
  /// The name in findings and in comments that ignore them.
  var name: String { get }

  /// The description for a list of rules, without a period at its end.
  var summary: String { get }

  /// Returns the findings in any order.
  func findings(in package: SourcePackage) -> [Finding]
}

extension Rule {
  /// Creates a finding at a node.
  func finding(in file: SourceFile, at node: some SyntaxProtocol, _ message: String, fix: String) -> Finding {
    let position = file.position(of: node)
    return Finding(
      file: file.path,
      line: position.line,
      column: position.column,
      rule: name,
      message: message,
      fix: fix
    )
  }
}

/// The text that begins a comment which ignores a finding.
let ignoreMarker = "lint-features:ignore"

/// All rules, in the order of the documentation.
let allRules: [any Rule] = [
  CapturedState(),
  UnhandledAction(),
  UnsentAction(),
  UncaughtError(),
  SwallowedError(),
  UncanceledID(),
  UnknownCancelID(),
  ChildCalledByHand(),
  UnstructuredTask(),
  UncontrolledValue(),
  ForcedTry(),
  MissingTestValue(),
  StateInView(),
  UnexplainedOff(),
]
