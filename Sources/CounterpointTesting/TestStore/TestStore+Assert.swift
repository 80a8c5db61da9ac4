import CounterpointCore
import DependencyInjection

extension TestStore {
  /// Asserts something of ``state``: at the beginning of a test, or at the end of one that is not exhaustive; and what effects
  /// have changed in shared values since the last action.
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
    let (state, numbering) = (state, driver.inTurn { ledger.numbering.position })
    let shared = takeDrift()
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    driver.step(at: location)
    location.withIssueContext {
      assertChange(
        from: state,
        to: state,
        shared: shared,
        numbering: numbering,
        by: update,
        toleratesNoChange: true,
        isOfAction: false,
        event: "at this point of the test",
        at: location
      )
    }
  }

  /// Takes out what effects have changed in shared values up to ``state``.
  private func takeDrift() -> SharedStep {
    driver.inTurn {
      // While the test is not exhaustive the state is the newest one, and so are the shared values.
      ledger.shared.takeDrift(before: exhaustivity == .on ? ledger.unreported.first?.number : nil)
    }
  }

  /// Asserts what an action has done to the state, or what the state is. To be called where issues are reported at the assertion.
  ///
  /// - Parameters:
  ///   - before: The state before the action.
  ///   - after: The state right after it.
  ///   - shared: What it has done to shared values.
  ///   - numbering: Where the numbering of stack elements stood before it.
  ///   - update: What the test says.
  ///   - toleratesNoChange: Whether `update` may leave everything as it is.
  ///   - isOfAction: Whether there was an action. Else the two states are the same.
  ///   - event: What happened, for failures.
  ///   - location: The place of the assertion.
  func assertChange(
    from before: State,
    to after: State,
    shared: SharedStep,
    numbering: Int,
    by update: ((inout State) throws -> Void)?,
    toleratesNoChange: Bool = false,
    isOfAction: Bool = true,
    event: @escaping @autoclosure () -> String,
    at location: SourceLocation
  ) {
    // In a turn, because the closure numbers elements of stacks as the reducer did: nobody else may add some meanwhile.
    reportUntracked(at: location)
    driver.inTurn {
      isAsserting = true
      defer { isAsserting = false }
      let examination = Examination(
        before: before,
        after: after,
        shared: shared,
        toleratesNoChange: toleratesNoChange,
        isOfAction: isOfAction,
        event: event
      ) { [self] state in
        guard let update else { return false }
        try run(update, on: &state, numbering: numbering)
        return true
      }
      // With the dependencies: shared values that the closure declares are those of the feature.
      ledger.dependenciesOfAssertions.run { examine(examination, at: location) }
    }
  }

  /// Fails an exhaustive test if shared values have been changed by code that the store can't follow.
  func reportUntracked(at location: SourceLocation) {
    for change in ledger.shared.takeUntracked() {
      report(.soft, FailureText.untrackedChange(change), at: location)
    }
  }

  private func examine(_ examination: Examination<State>, at location: SourceLocation) {
    do {
      switch exhaustivity {
      case .on:
        if let failure = try examination.exhaustively(hasFix: hasFix) {
          report(.soft, failure, at: location)
        } else if unreachableSharedChanges == .report {
          for text in examination.unreachableChanges() { report(.soft, text, at: location) }
        }
      case .off(let showsSkipped):
        if let failure = try examination.partially(hasFix: hasFix) {
          report(.hard, failure, at: location)
        } else if showsSkipped {
          // Once more from the state before, to see what the closure has left out.
          let leftOut = location.withNotices { try examination.exhaustively(hasFix: false) }
          leftOut.map { report(.notice, $0, at: location) }
        }
      }
    } catch {
      report(.hard, FailureText.closureThrew(error), at: location)
    }
  }

  /// Runs the closure of an assertion with the ids that the reducer had for elements of stacks.
  private func run(_ update: (inout State) throws -> Void, on state: inout State, numbering: Int) throws {
    let generator = ledger.numbering
    let position = generator.position
    generator.position = numbering
    defer { generator.position = position }
    try update(&state)
  }
}
