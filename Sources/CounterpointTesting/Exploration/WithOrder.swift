import ControlledClocks
import CounterpointCore
@_spi(Internals) import CounterpointSupport
import DependencyInjection
import StateSharing

/// Runs a test in which a test store handles the actions of effects in a given order.
///
/// `explore` writes calls of this function, so that a test fails for the order that it has found. The first test
/// store that `operation` creates follows the order. Actions of effects that the order doesn't mention are not handled,
/// unless its last step is ``OrderStep/rest``. A step that has become impossible, as in a fixed feature,
/// is passed over.
///
/// If the process stops, a file in the temporary folder has the steps up to then, such as
/// `withOrder-SearchTests.swift-25-3F9A0C11.steps.txt`.
///
/// - Parameters:
///   - steps: The order. ``OrderStep/send`` and ``OrderStep/time`` stand for calls of the test.
///   - operation: The test. It has its own default values of dependencies.
/// - Throws: The errors of `operation`.
public nonisolated(nonsending) func withOrder(
  _ steps: [OrderStep],
  fileID: StaticString = #fileID,
  file filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  operation: nonisolated(nonsending) () async throws -> Void
) async rethrows {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let file = StepsFile(of: "withOrder", at: location)
  defer { file.remove() }
  try await OrderScript(steps, file: file).run(operation)
}

extension OrderScript {
  /// Runs a test in which the first test store follows this script.
  nonisolated(nonsending) func run(_ operation: nonisolated(nonsending) () async throws -> Void) async rethrows {
    let values = DependencyValues._current.withFreshDefaultsAndPreparedValues
    try await OrderScript.$current.bind(self) {
      try await DependencyValues.$_current.bind(values, operation)
    }
  }
}

extension TestDriver {
  /// Advances the test clock of the dependencies to the next deadline of an effect.
  ///
  /// - Returns: Whether there is such a deadline.
  @discardableResult
  nonisolated(nonsending) func advanceToNextDeadline(in dependencies: DependencyValues) async -> Bool {
    let script = contents.withLock { $0.script }
    script?.passTestStep(.time)
    guard let deadline = nextDeadline else { return false }
    guard let clock = dependencies.continuousClock as? TestClock<Duration> else { return false }
    script?.setAdvancing(true)
    await clock.advance(to: TestClock<Duration>.Instant(offset: deadline))
    script?.setAdvancing(false)
    return true
  }
}

extension TestStore {
  /// Advances the test clock of `\.continuousClock` to the next deadline of an effect; does nothing if no effect sleeps
  /// on it.
  public nonisolated(nonsending) func advanceToNextDeadline() async {
    await driver.advanceToNextDeadline(in: dependencies)
  }
}
