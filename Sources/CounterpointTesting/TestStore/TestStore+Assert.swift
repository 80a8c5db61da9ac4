import CounterpointCore
import DependencyInjection

extension TestStore {
  /// Asserts something of ``state``: at the beginning of a test, or at the end of one that is not exhaustive.
  ///
  /// ```swift
  /// await store.skipReceivedActions()
  /// store.assert { $0.isLoggedIn = true }
  /// ```
  ///
  /// - Parameters:
  ///   - update: Sets what the test expects; may leave everything as it is.
  ///   - fileID: The place of this call, for failures.
  ///   - filePath: The place of this call, for failures.
  ///   - line: The place of this call, for failures.
  ///   - column: The place of this call, for failures.
  public func assert(
    _ update: @escaping (_ state: inout State) throws -> Void,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let (state, numbering) = (state, driver.inTurn { StackElementNumbering.position(in: ledger.dependencies) })
    assertChange(
      from: state,
      to: state,
      numbering: numbering,
      by: update,
      toleratesNoChange: true,
      event: "at this point of the test",
      at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Asserts what an action has done to the state.
  ///
  /// - Parameters:
  ///   - before: The state before the action.
  ///   - after: The state right after it.
  ///   - numbering: Where the numbering of stack elements stood before it.
  ///   - update: What the test says.
  ///   - toleratesNoChange: Whether `update` may leave everything as it is.
  ///   - event: What happened, for failures.
  ///   - location: The place of the assertion.
  func assertChange(
    from before: State,
    to after: State,
    numbering: Int,
    by update: ((inout State) throws -> Void)?,
    toleratesNoChange: Bool = false,
    event: @autoclosure () -> String,
    at location: SourceLocation
  ) {
    // In a turn, because the closure numbers elements of stacks as the reducer did: nobody else may add some meanwhile.
    driver.inTurn {
      isAsserting = true
      defer { isAsserting = false }
      let examination = Examination(before: before, after: after, toleratesNoChange: toleratesNoChange) {
        [self] state in
        guard let update else { return false }
        try run(update, on: &state, numbering: numbering)
        return true
      }
      do {
        switch exhaustivity {
        case .on:
          try location.withIssueContext { try examination.exhaustively() }
            .map { report(.soft, $0.text(event: event()), at: location) }
        case .off(let showsSkipped):
          if let failure = try location.withIssueContext({ try examination.partially() }) {
            report(.hard, failure.text(event: event()), at: location)
          } else if showsSkipped {
            // Once more from the state before, to see what the closure has left out.
            location.withNotices {
              try examination.exhaustively()
                .map { report(.notice, $0.text(event: event()), at: location) }
            }
          }
        }
      } catch {
        report(.hard, FailureText.closureThrew(error), at: location)
      }
    }
  }

  /// Runs the closure of an assertion with what it may use: the store's dependencies, and the ids that the reducer had for
  /// elements of stacks.
  private func run(_ update: (inout State) throws -> Void, on state: inout State, numbering: Int) throws {
    let dependencies = ledger.dependencies
    let position = StackElementNumbering.position(in: dependencies)
    StackElementNumbering.move(to: numbering, in: dependencies)
    defer { StackElementNumbering.move(to: position, in: dependencies) }
    try dependencies.run { try update(&state) }
  }
}
