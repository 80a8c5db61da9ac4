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
  /// Applies the closure of the assertion to a state. Returns `false` if there is no closure.
  let edit: (inout State) throws -> Bool

  /// Returns a failure message unless the closure transforms `before` into `after`.
  ///
  /// - Parameter hasFix: Whether the message suggests statements that fix the test.
  func exhaustively(hasFix: Bool) throws -> String? {
    // A shared value that was changed and changed back may be mentioned by a closure.
    let toleratesNoChange = toleratesNoChange || !shared.isEmpty
    return try shared.assert { step in
      var expected = before
      let hasClosure = try edit(&expected)
      guard step.areEqual(expected, after) else {
        return failure(hasClosure ? expected : nil, step: step, hasFix: hasFix).text(event: event(), shared: step)
      }
      guard hasClosure, !toleratesNoChange, expected == before else { return nil }
      return StateFailure<State>.noChange.text(event: event(), shared: step)
    }
  }

  /// - Parameter expected: The state that the closure expects; `nil` without a closure.
  private func failure(_ expected: State?, step: SharedStep, hasFix: Bool) -> StateFailure<State> {
    guard let expected else {
      return .unassertedChange(
        before: before,
        after: after,
        fix: hasFix ? StateEdits(from: before, to: after, shared: shared) : nil
      )
    }
    guard hasFix else { return .mismatch(expected: expected, actual: after, fix: nil) }
    guard shared.isEmpty, before == after else {
      return .mismatch(expected: expected, actual: after, fix: StateEdits(from: before, to: after, shared: shared))
    }
    if isOfAction { return .unchanged(expected: expected, actual: after) }
    return .mismatch(
      expected: expected,
      actual: after,
      fix: StateEdits(from: expected, to: after, shared: step, isRepeatable: true)
    )
  }

  /// Returns a failure message if the closure changes anything in `after`.
  ///
  /// - Parameter hasFix: Whether the message suggests statements that fix the test.
  func partially(hasFix: Bool) throws -> String? {
    try shared.settled.assert { step in
      var expected = after
      guard try edit(&expected), !step.areEqual(expected, after) else { return nil }
      let failure = StateFailure.mismatch(
        expected: expected,
        actual: after,
        fix: hasFix ? StateEdits(from: expected, to: after, shared: step, isRepeatable: true) : nil
      )
      return failure.text(event: event(), shared: step)
    }
  }

  /// Returns a message for each changed shared value that is not in the state, because no closure can assert it.
  func unreachableChanges() -> [String] {
    shared.assert { step in
      _ = step.areEqual(before, after)
      return step.unreachable(from: after).map(FailureText.unreachableChange)
    }
  }
}
