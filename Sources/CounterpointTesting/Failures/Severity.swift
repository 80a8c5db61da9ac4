/// How much a failure weighs.
enum Severity {
  /// It fails the test, whatever the store's exhaustivity.
  case hard
  /// It fails the test if the store is exhaustive; otherwise it is a notice where those are shown, and nothing elsewhere.
  case soft
  /// It is shown where notices are, and in an exhaustive test; it never fails a test.
  case notice
}

/// Something that a test store has to say of a test.
struct Failure: Sendable {
  private let severity: Severity
  private let message: String
  private let location: SourceLocation

  init(_ severity: Severity, _ message: String, at location: SourceLocation) {
    self.severity = severity
    self.message = message
    self.location = location
  }

  /// Reports it as its weight and the store's exhaustivity have it.
  ///
  /// - Parameters:
  ///   - exhaustivity: The store's.
  ///   - dependency: A dependency that the test should have overridden. The test has failed by it, so this is a note: it may be a
  ///     consequence.
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

extension TestStore {
  /// Reports a failure as its weight and the store's exhaustivity have it.
  func report(_ severity: Severity, _ message: @autoclosure () -> String, at location: SourceLocation) {
    // A text costs more than the assertion.
    guard severity == .hard || exhaustivity != .off else { return }
    Failure(severity, message(), at: location).report(exhaustivity, after: driver.missingOverrides.first)
  }
}
