/// A failed assertion of a state.
enum StateFailure<State: Equatable> {
  case mismatch(expected: State, actual: State, fix: StateEdits?)
  case unchanged(expected: State, actual: State)
  case unassertedChange(before: State, after: State, fix: StateEdits?)
  case noChange

  /// Returns the failure message.
  ///
  /// - Parameters:
  ///   - event: The event, for example `after '.ticked' was received`.
  ///   - shared: The step of the assertion, with its expectation.
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

        The action changed nothing. If that is right, leave the closure out. Otherwise check whether the action reaches the reducer that \
        should change the state: a 'Scope', an 'ifLet', a 'forEach' or a 'BindingReducer' may be missing.
        """
    case .unassertedChange(let before, let after, let fix):
      return """
        The state changed \(event), but the test doesn't assert it:

        \(StateDiff.text(expected: before, actual: after, shared: shared))\
        \(fix.map { "\n\nIf the feature is right, add a closure. \($0.advice)" } ?? "")
        """
    case .noChange:
      return """
        The closure says that the state changes \(event), but neither the closure nor the action changed it.

        Leave the closure out where nothing changes.
        """
    }
  }
}

extension StateEdits {
  /// The maximum number of statements in a failure.
  private static var limit: Int { 15 }

  /// The statements as advice.
  var advice: String {
    let (statements, rest) = statements(atMost: Self.limit)
    guard !statements.isEmpty else { return "The statements can't be shown, because the values can't be inspected." }
    let more = rest > 0 ? "\n    // … and \(rest) more" : ""
    return "This makes it pass:\n\n\(statements.map { "    \($0)" }.joined(separator: "\n"))\(more)"
  }
}
