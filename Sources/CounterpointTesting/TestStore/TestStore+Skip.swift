import CounterpointSupport

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
    driver.step(at: location)
    await driver.settleHere()
    let skipped = driver.inTurn { ledger.skip(ledger.received.count) }
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
    driver.step(at: location)
    await driver.settleHere()
    let actions = driver.inTurn { driver.flights.compactMap { ledger.action(ofEffectGroup: $0.unit.number) } }
    driver.forgetEffects()
    if !actions.isEmpty {
      report(.notice, FailureText.skippedEffects(of: actions), at: location)
    } else if strict {
      report(.hard, FailureText.noEffectToSkip, at: location)
    }
  }
}
