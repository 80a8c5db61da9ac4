@_spi(Internals) import CounterpointSupport

/// The degree to which a test has to assert the events in a store; see ``TestStore/exhaustivity``.
public enum Exhaustivity: Hashable, Sendable {
  /// The test must assert each state change, each action of an effect, and the end of each effect.
  case on
  /// Only the assertions of the test are checked.
  ///
  /// - Parameter showSkippedAssertions: Whether skipped assertions are shown, as notices that don't fail the test.
  case off(showSkippedAssertions: Bool)

  /// Only the assertions of the test are checked, and no notices are shown.
  public static let off = Self.off(showSkippedAssertions: false)
}

/// The handling of changes of shared values that can't be asserted, because the state doesn't contain the values.
public enum UnreachableSharedChanges: Hashable, Sendable {
  /// The changes are ignored.
  case ignore
  /// The changes fail an exhaustive test at the `send` or `receive` of the action that made them.
  case report
}

/// The severity of a failure.
enum Severity {
  /// Fails the test with any exhaustivity of the store.
  case hard
  /// Fails an exhaustive test. Otherwise it is shown as a notice if notices are enabled.
  case soft
  /// A notice, shown in an exhaustive test or if notices are enabled. It never fails a test.
  case notice
}

/// A failure or notice of a test store.
struct Failure: Sendable {
  private let severity: Severity
  private let message: String
  private let location: SourceLocation

  init(_ severity: Severity, _ message: String, at location: SourceLocation) {
    self.severity = severity
    self.message = message
    self.location = location
  }

  /// Reports the failure according to its severity and the exhaustivity of the store.
  ///
  /// - Parameters:
  ///   - exhaustivity: The exhaustivity of the store.
  ///   - dependency: A dependency without an override, which has already failed the test. This failure may be a
  ///     consequence, so it becomes a note.
  func report(_ exhaustivity: Exhaustivity, after dependency: String?) {
    switch (severity, exhaustivity) {
    case (.hard, _), (.soft, .on):
      guard let dependency else { return location.report(message) }
      location.reportNote(FailureText.consequence(message, of: dependency))
    case (.soft, .off(showSkippedAssertions: true)), (.notice, .on), (.notice, .off(showSkippedAssertions: true)):
      location.reportNotice(message)
    case (.soft, .off(showSkippedAssertions: false)), (.notice, .off(showSkippedAssertions: false)):
      break
    }
  }
}
