extension TestStore {
  /// Leaves out the actions of effects that have not been received: ``state`` is then the one after the last of them.
  ///
  /// - Parameters:
  ///   - strict: Whether it is a failure if there is none.
  ///   - fileID: The place of this call, for failures.
  ///   - filePath: The place of this call, for failures.
  ///   - line: The place of this call, for failures.
  ///   - column: The place of this call, for failures.
  public nonisolated(nonsending) func skipReceivedActions(
    strict: Bool = true,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    driver.step(at: location)
    await driver.settleHere()
    let skipped = driver.inTurn { ledger.skip(ledger.received.count) }
    if !skipped.isEmpty {
      report(.notice, FailureText.skipped(skipped, before: false), at: location)
    } else if strict {
      report(.hard, FailureText.noActionToSkip, at: location)
    }
  }

  /// Leaves out the effects in flight: they need not end before the test does.
  ///
  /// They are not cancelled. What one of them still sends has to be received or skipped.
  ///
  /// - Parameters:
  ///   - strict: Whether it is a failure if there is none.
  ///   - fileID: The place of this call, for failures.
  ///   - filePath: The place of this call, for failures.
  ///   - line: The place of this call, for failures.
  ///   - column: The place of this call, for failures.
  public nonisolated(nonsending) func skipInFlightEffects(
    strict: Bool = true,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    driver.step(at: location)
    await driver.settleHere()
    let actions = driver.inTurn { driver.flights.compactMap { ledger.action(ofUnit: $0.unit.number) } }
    driver.forgetEffects()
    if !actions.isEmpty {
      report(.notice, FailureText.skippedEffects(of: actions), at: location)
    } else if strict {
      report(.hard, FailureText.noEffectToSkip, at: location)
    }
  }
}
