public import CaseKeyPaths
import ControlledClocks
import CounterpointCore

extension TestStore {
  /// Sends an action, as a user does, and asserts how the state changes.
  ///
  /// The closure sees what the action itself does, with nothing that effects send later. Then the effects run as far as
  /// they can.
  ///
  /// Fails the test if the closure does not lead to the state after the action, or changes nothing; if there is no closure
  /// and the state changes; and if there are actions of effects that have not been received.
  ///
  /// - Parameters:
  ///   - action: What happens.
  ///   - update: Edits the state before the action to the state after it. Runs with ``dependencies``.
  ///   - fileID: The place of this call, for failures.
  ///   - filePath: The place of this call, for failures.
  ///   - line: The place of this call, for failures.
  ///   - column: The place of this call, for failures.
  /// - Returns: The effects that the action started.
  @discardableResult
  public nonisolated(nonsending) func send(
    _ action: Action,
    assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask {
    await send(
      action,
      assert: update,
      at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Sends an action that has no payload by the path to its case, and asserts how the state changes.
  ///
  /// - Parameters:
  ///   - action: The case, as in `\.child.saveTapped`.
  ///   - update: Edits the state before the action to the state after it.
  ///   - fileID: The place of this call, for failures.
  ///   - filePath: The place of this call, for failures.
  ///   - line: The place of this call, for failures.
  ///   - column: The place of this call, for failures.
  /// - Returns: The effects that the action started.
  @discardableResult
  @_disfavoredOverload
  public nonisolated(nonsending) func send(
    _ action: CaseKeyPath<Action, Void>,
    assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask {
    await send(
      AnyCasePath(action).embed(()),
      assert: update,
      at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Sends an action by the path to its case and its payload, and asserts how the state changes.
  ///
  /// - Parameters:
  ///   - action: The case, as in `\.child.titleChanged`.
  ///   - value: The payload.
  ///   - update: Edits the state before the action to the state after it.
  ///   - fileID: The place of this call, for failures.
  ///   - filePath: The place of this call, for failures.
  ///   - line: The place of this call, for failures.
  ///   - column: The place of this call, for failures.
  /// - Returns: The effects that the action started.
  @discardableResult
  @_disfavoredOverload
  public nonisolated(nonsending) func send<Value>(
    _ action: CaseKeyPath<Action, Value>,
    _ value: Value,
    assert update: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask {
    await send(
      AnyCasePath(action).embed(value),
      assert: update,
      at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  nonisolated(nonsending) func send(
    _ action: Action,
    assert update: ((inout State) throws -> Void)?,
    at location: SourceLocation
  ) async -> TestStoreTask {
    let task = begin(action, assert: update, at: location)
    await driver.settleHere()
    return task
  }

  /// Sends an action and asserts what it does, before any work of its effects begins.
  func begin(
    _ action: Action,
    assert update: ((inout State) throws -> Void)?,
    toleratesNoChange: Bool = false,
    at location: SourceLocation
  ) -> TestStoreTask {
    driver.step(at: location)
    guard !isDismissed else {
      report(.hard, FailureText.sendAfterDismissal(action), at: location)
      return TestStoreTask(task: nil, driver: driver, timeout: timeout)
    }
    // In one turn, so that nobody else lets the effects begin before the closure has run.
    return driver.inTurn {
      reportUnreceived(before: location)
      return location.withIssueContext {
        let before: State = ledger.cursor
        ledger.willSend()
        let task = MissingOverrides.$current.withValue(driver.missingOverrides) {
          store!.send(action, from: location.origin)
        }
        let entry = ledger.takeSent()
        let shared = ledger.shared.step(of: entry.number)
        ledger.shared.forget(entry.number)
        lastSentStep = shared
        assertChange(
          from: before,
          to: entry.state,
          shared: shared,
          numbering: entry.numbering,
          by: update,
          toleratesNoChange: toleratesNoChange,
          event: "after '\(actionName(action))' was sent",
          at: location
        )
        ledger.cursor = entry.state
        return TestStoreTask(task: task, driver: driver, timeout: timeout)
      }
    }
  }

  /// Fails an exhaustive test if there are actions that should have been received; otherwise leaves them out.
  private func reportUnreceived(before location: SourceLocation) {
    guard !ledger.received.isEmpty else { return }
    if exhaustivity == .on {
      let pending = ledger.unreported.map { $0.action }
      guard !pending.isEmpty else { return }
      report(.soft, FailureText.sendBeforeReceiving(pending, lines: receiveAdvice()), at: location)
      ledger.markReported(pending.count)
    } else {
      let pending = ledger.received.map { $0.action }
      ledger.skip(pending.count)
      report(.notice, FailureText.skipped(pending, before: false), at: location)
    }
  }
}
