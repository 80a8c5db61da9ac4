/// Compares what a test says with what has happened.
struct Examination<State: Equatable> {
  let before: State
  let after: State
  let toleratesNoChange: Bool
  /// Has the test's closure edit a state. `false` if there is none.
  let edit: (inout State) throws -> Bool

  /// What is wrong if the closure must lead from the state before to the state after.
  func exhaustively() throws -> StateFailure<State>? {
    var expected = before
    let hasClosure = try edit(&expected)
    if expected != after {
      let edits = StateEdits(from: before, to: after)
      return hasClosure
        ? .mismatch(expected: expected, actual: after, fix: edits)
        : .unassertedChange(before: before, after: after, fix: edits)
    }
    return hasClosure && !toleratesNoChange && expected == before ? .noChange : nil
  }

  /// What is wrong if the closure may leave out what it likes.
  func partially() throws -> StateFailure<State>? {
    var expected = after
    guard try edit(&expected), expected != after else { return nil }
    return .mismatch(expected: expected, actual: after, fix: StateEdits(from: expected, to: after))
  }
}
