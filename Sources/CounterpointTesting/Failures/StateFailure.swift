/// What is wrong with what a test says of a state.
enum StateFailure<State: Equatable> {
  case mismatch(expected: State, actual: State, fix: StateEdits?)
  case unchanged(expected: State, actual: State)
  case unassertedChange(before: State, after: State, fix: StateEdits?)
  case noChange

  /// The failure in words.
  ///
  /// - Parameters:
  ///   - event: What happened: `after '.ticked' was received`.
  ///   - shared: The assertion's step, with what it expects.
  func text(event: String, shared: SharedStep) -> String {
    switch self {
    case .mismatch(let expected, let actual, let fix):
      return """
        The state \(event) is not what the closure says:

        \(StateDiff.text(expected: expected, actual: actual, shared: shared))\
        \(fix.map { "\n\nIf the feature is right, change the closure. \($0.advice)" } ?? "")
        """
    case .unchanged(let expected, let actual):
      return """
        The state \(event) is not what the closure says:

        \(StateDiff.text(expected: expected, actual: actual, shared: shared))

        The action changed nothing. If that is right, leave the closure out. Otherwise see whether the action comes to the reducer that \
        is to change the state: a 'Scope', an 'ifLet', a 'forEach' or a 'BindingReducer' may be missing.
        """
    case .unassertedChange(let before, let after, let fix):
      return """
        The state changed \(event), and nothing says so:

        \(StateDiff.text(expected: before, actual: after, shared: shared))\
        \(fix.map { "\n\nIf the feature is right, add a closure. \($0.advice)" } ?? "")
        """
    case .noChange:
      return """
        The closure says that the state changes \(event), but it changed nothing, and so did the action.

        Leave the closure out where nothing changes.
        """
    }
  }
}

extension StateEdits {
  /// How many statements a failure shows at most.
  private static var limit: Int { 15 }

  /// The statements as an advice.
  var advice: String {
    let (statements, rest) = statements(atMost: Self.limit)
    guard !statements.isEmpty else { return "How can't be shown: the values can't be looked into." }
    let more = rest > 0 ? "\n    // … and \(rest) more" : ""
    return "This makes it pass:\n\n\(statements.map { "    \($0)" }.joined(separator: "\n"))\(more)"
  }
}
