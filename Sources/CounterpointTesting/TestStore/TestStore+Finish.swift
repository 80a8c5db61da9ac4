@_spi(Internals) import CounterpointSupport

extension TestStore {
  /// Waits until all effects have ended. Fails the test if they don't end, or if actions have not been received.
  ///
  /// Calling it is optional, because the store reports the same failures when it is released. This call gives them a
  /// more precise source location. It is necessary for a store that outlives its test.
  ///
  /// - Parameter timeout: The time to wait for work outside of the store's executor; by default ``timeout``.
  public nonisolated(nonsending) func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    driver.recordStep(at: location)
    let wait = await driver.wait(timeout: timeout, standard: self.timeout, isFailure: exhaustivity == .on) {
      driver.effectsInFlight.isEmpty
    }
    reportUnreceived(at: location)
    guard wait.outcome == .satisfied else {
      return report(
        .soft,
        FailureText.unfinished("Effects are", wait: wait, effects: driver.effectDescriptions),
        at: location
      )
    }
    reportUntracked(at: location)
    unassertedSharedChange(at: location)?.report(exhaustivity, after: driver.missingOverrides.first)
  }

  /// Reports a failure if actions of effects have not been received.
  private func reportUnreceived(at location: SourceLocation) {
    unreceivedFailure(at: location)?.report(exhaustivity, after: driver.missingOverrides.first)
  }

  private func unreceivedFailure(at location: SourceLocation) -> Failure? {
    let actions = driver.withStoreLock { history.unreported.map { $0.action } }
    guard !actions.isEmpty else { return nil }
    let text = FailureText.unreceived(actions, lines: receiveAdvice(at: location))
    if exhaustivity == .on { driver.withStoreLock { history.markReported(actions.count) } }
    return Failure(.soft, text, at: location)
  }

  /// Returns a failure about unasserted changes of shared values by effects since the last action, and removes these
  /// changes.
  private func unassertedSharedChange(at location: SourceLocation) -> Failure? {
    driver.withStoreLock {
      guard let store else { return nil }
      let shared = history.shared.takeEffectChanges(before: nil)
      guard !shared.isEmpty else { return nil }
      let state = store.withState { $0 }
      let text: String? = history.dependenciesOfAssertions.run {
        shared.withExpectation { step in
          guard !step.areEqual(state, state) else { return nil }
          return FailureText.unassertedSharedChange(
            StateDiff.text(expected: state, actual: state, shared: step),
            suggestion: suggestsFixes ? edits(of: shared, in: state, at: location).advice : nil
          )
        }
      }
      return text.map { Failure(.soft, $0, at: location) }
    }
  }

  private func edits(of shared: SharedStep, in state: State, at location: SourceLocation) -> StateEdits {
    StateEdits(from: state, to: state, shared: shared, literal: Literal(visible: VisibleDeclarations(at: location)))
  }

  /// The failures at the end of the store: events that the test has not asserted.
  var endFailures: [Failure] {
    let location = driver.lastStep ?? location
    let unended = driver.effectsInFlight.map { effect in
      Failure(
        .soft,
        effect.group.number == 0
          ? FailureText.mountInFlight(at: effect.locationTexts)
          : FailureText.effectInFlight(of: effect.group.action, at: effect.locationTexts),
        at: effect.group.origin?.location ?? location
      )
    }
    let untracked = history.shared.takeUntracked().map {
      Failure(.soft, FailureText.untrackedChange($0), at: location)
    }
    let shared = untracked + [unassertedSharedChange(at: location)].compactMap { $0 }
    return [unreceivedFailure(at: location)].compactMap { $0 } + unended + shared
  }
}

extension TestStore {
  /// Skips the unreceived actions of effects. Afterwards ``state`` is the state after the last of them.
  ///
  /// - Parameter strict: Whether it is a failure if there are no such actions.
  public nonisolated(nonsending) func skipReceivedActions(
    strict: Bool = true,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    driver.recordStep(at: location)
    await driver.runUntilIdle()
    let skipped = driver.withStoreLock { history.skip(history.received.count) }
    if !skipped.isEmpty {
      report(.notice, FailureText.skipped(skipped, before: false), at: location)
    } else if strict {
      report(.hard, FailureText.noActionToSkip, at: location)
    }
  }

  /// Skips the effects in flight: they need not end before the test does.
  ///
  /// The effects are not canceled. The actions that they send have to be received or skipped.
  ///
  /// - Parameter strict: Whether it is a failure if there are no effects in flight.
  public nonisolated(nonsending) func skipInFlightEffects(
    strict: Bool = true,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    driver.recordStep(at: location)
    await driver.runUntilIdle()
    let actions = driver.withStoreLock {
      driver.effectsInFlight.map { history.action(ofEffectGroup: $0.group.number) as Any? ?? $0.group.action }
    }
    driver.skipEffects()
    if !actions.isEmpty {
      report(.notice, FailureText.skippedEffects(of: actions), at: location)
    } else if strict {
      report(.hard, FailureText.noEffectToSkip, at: location)
    }
  }
}
