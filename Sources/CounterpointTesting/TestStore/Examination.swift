/// Compares what a test says with what has happened.
struct Examination<State: Equatable> {
  let before: State
  let after: State
  /// What has happened to shared values meanwhile.
  let shared: SharedStep
  let toleratesNoChange: Bool
  /// Whether an action leads from the one state to the other. Else they are the same.
  let isOfAction: Bool
  /// What happened, for failures.
  let event: () -> String
  /// Has the test's closure edit a state. `false` if there is none.
  let edit: (inout State) throws -> Bool

  /// What is wrong if the closure must lead from the state before to the state after.
  ///
  /// - Parameter hasFix: Whether to say how to mend it.
  func exhaustively(hasFix: Bool) throws -> String? {
    // A change of shared state that has come back is one that a closure may speak of.
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

  /// - Parameter expected: What the closure expects. `nil` if there is none.
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

  /// What is wrong if the closure may leave out what it likes.
  ///
  /// - Parameter hasFix: Whether to say how to fix it.
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

  /// What has changed that is shared, but not in the state, so that no closure can say anything of it.
  func unreachableChanges() -> [String] {
    shared.assert { step in
      _ = step.areEqual(before, after)
      return step.unreachable(from: after).map(FailureText.unreachableChange)
    }
  }
}
