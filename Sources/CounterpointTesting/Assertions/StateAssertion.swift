@_spi(Internals) import CounterpointSupport

/// Compares the expectation of an assertion with the actual state.
struct StateAssertion<State: Equatable> {
  let before: State
  let after: State
  /// The changes of shared values in the same step.
  let shared: SharedStep
  let toleratesNoChange: Bool
  /// Whether an action leads from `before` to `after`. Otherwise both are the same state.
  let isOfAction: Bool
  /// The event that the assertion is about, for failure messages.
  let event: () -> String
  /// The source location of the assertion, whose file decides which names a suggestion can use.
  let location: SourceLocation
  /// Applies the closure of the assertion to a state. Returns `false` if there is no closure.
  let edit: (inout State) throws -> Bool

  /// Returns a failure message unless the closure transforms `before` into `after`.
  ///
  /// - Parameter suggestsFixes: Whether the message suggests statements that fix the test.
  func exhaustively(suggestsFixes: Bool) throws -> String? {
    // A shared value that was changed and changed back may be mentioned by a closure.
    let toleratesNoChange = toleratesNoChange || !shared.isEmpty
    return try shared.withExpectation { step in
      var expected = before
      let hasClosure = try edit(&expected)
      guard step.areEqual(expected, after) else {
        return failure(hasClosure ? expected : nil, step: step, suggestsFixes: suggestsFixes).text(
          event: event(),
          shared: step
        )
      }
      guard hasClosure, !toleratesNoChange, expected == before else { return nil }
      return StateFailure<State>.noChange.text(event: event(), shared: step)
    }
  }

  /// - Parameter expected: The state that the closure expects; `nil` without a closure.
  private func failure(_ expected: State?, step: SharedStep, suggestsFixes: Bool) -> StateFailure<State> {
    guard let expected else {
      return .unassertedChange(
        before: before,
        after: after,
        suggestion: suggestsFixes ? StateEdits(from: before, to: after, shared: shared, literal: literal) : nil
      )
    }
    guard suggestsFixes else { return .mismatch(expected: expected, actual: after, suggestion: nil) }
    guard shared.isEmpty, before == after else {
      return .mismatch(
        expected: expected,
        actual: after,
        suggestion: StateEdits(from: before, to: after, shared: shared, literal: literal)
      )
    }
    if isOfAction { return .unchanged(expected: expected, actual: after) }
    return .mismatch(
      expected: expected,
      actual: after,
      suggestion: repeatable(from: expected, step)
    )
  }

  /// Returns a failure message if the closure changes anything in `after`.
  ///
  /// - Parameter suggestsFixes: Whether the message suggests statements that fix the test.
  func partially(suggestsFixes: Bool) throws -> String? {
    try shared.settled.withExpectation { step in
      var expected = after
      guard try edit(&expected), !step.areEqual(expected, after) else { return nil }
      let failure = StateFailure.mismatch(
        expected: expected,
        actual: after,
        suggestion: suggestsFixes ? repeatable(from: expected, step) : nil
      )
      return failure.text(event: event(), shared: step)
    }
  }

  /// Writes the values in suggestions.
  private var literal: Literal { Literal(visible: VisibleDeclarations(at: location)) }

  private func repeatable(from expected: State, _ step: SharedStep) -> StateEdits {
    StateEdits(from: expected, to: after, shared: step, literal: literal, isRepeatable: true)
  }

  /// Returns a message for each changed shared value that is not in the state, because no closure can assert it.
  func unreachableChanges() -> [String] {
    shared.withExpectation { step in
      _ = step.areEqual(before, after)
      return step.unreachable(from: after).map { change in
        FailureText.unreachableChange(
          of: change.name,
          difference: StateDiff.text(expected: change.before, actual: change.after)
        )
      }
    }
  }
}

/// A failed assertion of a state.
enum StateFailure<State: Equatable> {
  case mismatch(expected: State, actual: State, suggestion: StateEdits?)
  case unchanged(expected: State, actual: State)
  case unassertedChange(before: State, after: State, suggestion: StateEdits?)
  case noChange

  /// Returns the failure message.
  ///
  /// - Parameters:
  ///   - event: The event, for example `after '.ticked' was received`.
  ///   - shared: The step of the assertion, with its expectation.
  func text(event: String, shared: SharedStep) -> String {
    switch self {
    case .mismatch(let expected, let actual, let suggestion):
      return """
        The state \(event) is not what the closure says:

        \(StateDiff.text(expected: expected, actual: actual, shared: shared))\
        \(suggestion.map { "\n\nIf the feature is right, change the closure. \($0.advice)" } ?? "")
        """
    case .unchanged(let expected, let actual):
      return """
        The state \(event) is not what the closure says:

        \(StateDiff.text(expected: expected, actual: actual, shared: shared))

        The action changed nothing. If that is right, leave the closure out. Otherwise check whether the action reaches the reducer that \
        should change the state: a 'Scope', an 'ifLet', a 'forEach' or a 'BindingReducer' may be missing.
        """
    case .unassertedChange(let before, let after, let suggestion):
      return """
        The state changed \(event), but the test doesn't assert it:

        \(StateDiff.text(expected: before, actual: after, shared: shared))\
        \(suggestion.map { "\n\nIf the feature is right, add a closure. \($0.advice)" } ?? "")
        """
    case .noChange:
      return """
        The closure says that the state changes \(event), but neither the closure nor the action changed it.

        Leave the closure out where nothing changes.
        """
    }
  }
}
