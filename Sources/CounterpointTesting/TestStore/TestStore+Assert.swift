@_spi(Internals) import CounterpointSupport
import CounterpointCore
import DependencyInjection

extension TestStore {
  /// Asserts the current ``state``, and the changes of shared values by effects since the last action. Use it at the
  /// beginning of a test, or at the end of a test that is not exhaustive.
  ///
  /// ```swift
  /// await store.skipReceivedActions()
  /// store.assert { $0.isLoggedIn = true }
  /// ```
  ///
  /// - Parameter update: Sets the expected values. It may leave the state unchanged.
  public func assert(
    _ update: @escaping (_ state: inout State) throws -> Void,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let (state, numbering) = (state, driver.withStoreLock { history.numbering.position })
    let shared = takeEffectChanges()
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    driver.recordStep(at: location)
    location.withIssueContext {
      assertChange(
        from: state,
        to: state,
        shared: shared,
        numbering: numbering,
        by: update,
        toleratesNoChange: true,
        event: "at this point of the test",
        at: location
      )
    }
  }

  /// Removes and returns the changes that effects have made to shared values up to ``state``.
  private func takeEffectChanges() -> SharedStep {
    driver.withStoreLock {
      // In a test that is not exhaustive, `state` is the latest state, so all changes are included.
      history.shared.takeEffectChanges(before: exhaustivity == .on ? history.unreported.first?.number : nil)
    }
  }

  /// Asserts the state change of an action, or the current state. Call it in the issue context of the assertion.
  ///
  /// - Parameters:
  ///   - before: The state before the action.
  ///   - after: The state directly after the action.
  ///   - shared: The changes of shared values by the action.
  ///   - numbering: The position of the stack-element numbering before the action.
  ///   - update: The closure of the assertion.
  ///   - toleratesNoChange: Whether `update` may leave the state unchanged.
  ///   - action: The action; `nil` if there was none, and both states are the same.
  ///   - event: The event, for failure messages.
  ///   - location: The source location of the assertion.
  func assertChange(
    from before: State,
    to after: State,
    shared: SharedStep,
    numbering: Int,
    by update: ((inout State) throws -> Void)?,
    toleratesNoChange: Bool = false,
    of action: Action? = nil,
    event: @escaping @autoclosure () -> String,
    at location: SourceLocation
  ) {
    reportUntracked(at: location)
    // With the lock held, because the closure numbers stack elements as the reducer did, and no other code may number
    // any at the same time.
    driver.withStoreLock {
      isAsserting = true
      defer { isAsserting = false }
      let assertion = StateAssertion(
        before: before,
        after: after,
        shared: shared,
        toleratesNoChange: toleratesNoChange,
        isOfAction: action != nil,
        event: event,
        location: location
      ) { [self] state in
        guard let update else { return false }
        try run(update, on: &state, numbering: numbering)
        return true
      }
      // With the dependencies of the feature, so that shared values that the closure declares are those of the
      // feature.
      history.dependenciesOfAssertions.run { check(assertion, at: location) }
    }
  }

  /// Reports a failure if untracked code has changed shared values, unless the test is not exhaustive.
  func reportUntracked(at location: SourceLocation) {
    for change in history.shared.takeUntracked() {
      report(.soft, FailureText.untrackedChange(change), at: location)
    }
  }

  private func check(_ assertion: StateAssertion<State>, at location: SourceLocation) {
    do {
      switch exhaustivity {
      case .on:
        if let failure = try assertion.exhaustively(suggestsFixes: suggestsFixes) {
          report(.soft, failure, at: location)
        } else if unreachableSharedChanges == .report {
          for text in assertion.unreachableChanges() { report(.soft, text, at: location) }
        }
      case .off(let showsSkipped):
        if let failure = try assertion.partially(suggestsFixes: suggestsFixes) {
          report(.hard, failure, at: location)
        } else if showsSkipped {
          // Compares again from the state before the action, to find the changes that the closure omits.
          let omitted = location.withNotices { try assertion.exhaustively(suggestsFixes: false) }
          omitted.map { report(.notice, $0, at: location) }
        }
      }
    } catch {
      report(.hard, FailureText.closureThrew(error), at: location)
    }
  }

  /// Runs the closure of an assertion with the same identifiers of stack elements as the reducer.
  private func run(_ update: (inout State) throws -> Void, on state: inout State, numbering: Int) throws {
    let generator = history.numbering
    let position = generator.position
    generator.position = numbering
    defer { generator.position = position }
    try update(&state)
  }
}
