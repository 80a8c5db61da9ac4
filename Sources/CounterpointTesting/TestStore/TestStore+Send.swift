@_spi(Internals) import CounterpointSupport
public import CaseKeyPaths
import ControlledClocks
import CounterpointCore

extension TestStore {
  /// Sends an action, as a user does, and asserts its state change.
  ///
  /// The closure asserts the change by the action itself, without the changes by actions that effects send later.
  /// Afterwards the effects run until they wait or end.
  ///
  /// The test fails if the closure does not produce the state after the action, or changes nothing. It fails if
  /// there is no closure and the state changes. It also fails if actions of effects have not been received.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - update: Transforms the state before the action into the state after it. Runs with ``dependencies``.
  /// - Returns: The effects that the action has started.
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

  /// Sends an action without a payload by the key path of its case, and asserts its state change.
  ///
  /// - Parameters:
  ///   - action: The case, as in `\.child.saveTapped`.
  ///   - update: Transforms the state before the action into the state after it.
  /// - Returns: The effects that the action has started.
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

  /// Sends an action by the key path of its case and its payload, and asserts its state change.
  ///
  /// - Parameters:
  ///   - action: The case, as in `\.child.titleChanged`.
  ///   - value: The payload.
  ///   - update: Transforms the state before the action into the state after it.
  /// - Returns: The effects that the action has started.
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
    await driver.runUntilIdle()
    return task
  }

  /// Sends an action and asserts its state change, before its effects begin to run.
  func begin(
    _ action: Action,
    assert update: ((inout State) throws -> Void)?,
    toleratesNoChange: Bool = false,
    at location: SourceLocation
  ) -> TestStoreTask {
    driver.recordStep(at: location)
    driver.contents.withLock { $0.script }?.passTestStep(.send)
    guard !isDismissed else {
      report(.hard, FailureText.sendAfterDismissal(action), at: location)
      return TestStoreTask(task: nil, driver: driver, timeout: timeout)
    }
    // With the lock held, so that no other code runs the effects before the closure has returned.
    return driver.withStoreLock {
      reportUnreceived(before: location)
      return location.withIssueContext {
        let before: State = history.cursor
        history.willSend()
        let task = MissingOverrides.$current.withValue(driver.missingOverrides) {
          store!.send(action, from: location.origin)
        }
        let entry = history.takeSent()
        let shared = history.shared.step(of: entry.number)
        history.shared.remove(entry.number)
        lastSentStep = shared
        assertChange(
          from: before,
          to: entry.state,
          shared: shared,
          numbering: entry.numbering,
          by: update,
          toleratesNoChange: toleratesNoChange,
          of: action,
          event: "after '\(actionName(action))' was sent",
          at: location
        )
        history.cursor = entry.state
        return TestStoreTask(task: task, driver: driver, timeout: timeout)
      }
    }
  }

  /// Fails an exhaustive test if there are unreceived actions; otherwise skips them.
  private func reportUnreceived(before location: SourceLocation) {
    guard !history.received.isEmpty else { return }
    if exhaustivity == .on {
      let pending = history.unreported.map { $0.action }
      guard !pending.isEmpty else { return }
      report(.soft, FailureText.sendBeforeReceiving(pending, lines: receiveAdvice(at: location)), at: location)
      history.markReported(pending.count)
    } else {
      let pending = history.received.map { $0.action }
      history.skip(pending.count)
      report(.notice, FailureText.skipped(pending, before: false), at: location)
    }
  }
}
