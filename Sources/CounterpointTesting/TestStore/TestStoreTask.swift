@_spi(Internals) import CounterpointSupport
import CounterpointCore

/// The effects that a `send` to a test store has started, including the effects of the actions that they send.
///
/// ```swift
/// let task = await store.send(.task)
/// …
/// await task.cancel()
/// ```
///
/// Safe to use from any thread.
public struct TestStoreTask: Hashable, Sendable {
  private let task: InstrumentedTask?
  private let driver: TestDriver
  private let timeout: Duration

  init(task: InstrumentedTask?, driver: TestDriver, timeout: Duration) {
    self.task = task
    self.driver = driver
    self.timeout = timeout
  }

  /// Whether the effects have been canceled, or there are none.
  public var isCancelled: Bool { task?.isCancelled ?? true }

  /// Cancels the effects and waits until they have ended.
  ///
  /// Fails the test if they have not ended after the store's timeout.
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
  /// Fails the test with any exhaustivity if they don't end: immediately if each of them waits for a test clock,
  /// otherwise after the timeout.
  ///
  /// - Parameter timeout: The time to wait for work outside of the store's executor; by default the `timeout` of the
  ///   store at the time of the `send`.
  public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    driver.recordStep(at: location)
    guard let task else { return }
    let wait = await driver.waitFromAnyActor(timeout: timeout, standard: self.timeout) { task.isSettled }
    guard wait.outcome != .satisfied else { return }
    let text = FailureText.unfinished("Effects of this 'send' are", wait: wait, effects: driver.effectDescriptions)
    Failure(.hard, text, at: location).report(.on, after: driver.missingOverrides.first)
  }

  /// Returns whether two values represent the effects of the same `send`. All values without effects are equal.
  public static func == (left: Self, right: Self) -> Bool { left.task == right.task }

  /// Hashes the identity of the effects.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(task)
  }
}
