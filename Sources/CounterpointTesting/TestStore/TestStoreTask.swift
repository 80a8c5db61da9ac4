import CounterpointCore

/// The effects that a `send` to a test store has started, and those of every action that these send, and so on.
///
/// ```swift
/// let task = await store.send(.task)
/// …
/// await task.cancel()
/// ```
///
/// Safe to use from anywhere.
public struct TestStoreTask: Hashable, Sendable {
  private let task: SupervisedTask?
  private let driver: TestDriver
  private let timeout: Duration

  init(task: SupervisedTask?, driver: TestDriver, timeout: Duration) {
    self.task = task
    self.driver = driver
    self.timeout = timeout
  }

  /// Whether the effects have been cancelled, or there are none.
  public var isCancelled: Bool { task?.isCancelled ?? true }

  /// Cancels the effects and waits until they have ended.
  ///
  /// Fails the test if they have not after the store's timeout.
  ///
  /// - Parameters:
  ///   - fileID: The place of this call, for failures.
  ///   - filePath: The place of this call, for failures.
  ///   - line: The place of this call, for failures.
  ///   - column: The place of this call, for failures.
  public func cancel(
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    task?.cancel()
    await finish(timeout: nil, fileID: fileID, file: filePath, line: line, column: column)
  }

  /// Waits until the effects have ended.
  ///
  /// Fails the test, however exhaustive it is, if they don't: at once if each waits for a test clock, otherwise when the
  /// time is up.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait for what is outside of the store's executor; unless given, the `timeout` that the store
  ///     had at the `send`.
  ///   - fileID: The place of this call, for failures.
  ///   - filePath: The place of this call, for failures.
  ///   - line: The place of this call, for failures.
  ///   - column: The place of this call, for failures.
  public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    driver.step(at: location)
    guard let task else { return }
    let limit = timeout ?? self.timeout
    let outcome = await driver.waitFromAnywhere(atMost: limit) { task.isSettled }
    guard outcome != .enough else { return }
    let wait = Wait(outcome: outcome, limit: limit, isExplicit: timeout != nil)
    let text = FailureText.unfinished("Effects of this 'send' are", wait: wait, flights: driver.flightList)
    Failure(.hard, text, at: location).report(.on, after: driver.missingOverrides.first)
  }

  /// Whether two stand for the effects of the same `send`. All that have no effects are equal.
  public static func == (left: Self, right: Self) -> Bool { left.task == right.task }

  /// Hashes the identity of the effects.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(task)
  }
}
