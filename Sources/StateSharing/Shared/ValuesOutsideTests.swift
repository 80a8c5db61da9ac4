import DependencyInjection
import IssueReporting
import CounterpointSupport

/// Reports references created by code outside of any test while tests run. No test sees their storage.
enum ValuesOutsideTests {
  /// The reported keys. Each key is reported once.
  private static let reported = Locked<Set<KeyID>>([])
  private static let hasReportedSupport = Locked(false)

  /// Checks whether the current code belongs to a test.
  static func check<Value>(_ connection: KeyConnection<Value>, at location: SourceLocation) {
    switch TestMembership.current {
    case .fine:
      return
    case .outside:
      guard reported.withLock({ $0.insert(connection.id).inserted }) else { return }
      reportIssue(
        """
        The shared value \(connection.description) has been made by code that belongs to no test: on a thread, in a detached \
        task, or before or after the tests. Its storage is not that of any test.

        To go on with a test's, take its dependencies along with 'withEscapedDependencies', and 'yield' where the code runs. \
        What a program does when it begins can be left out while 'isTesting'.
        """,
        at: location
      )
    case .withoutSupport:
      let isFirst = hasReportedSupport.withLock { hasReported in
        defer { hasReported = true }
        return !hasReported
      }
      guard isFirst else { return }
      reportIssue(
        """
        XCTest runs without 'DependencyInjectionTestSupport', so each test case finds the shared values and other defaults of \
        the cases before it.

        Add that product to the dependencies of the test target; nothing has to be imported. (The first shared value was \
        \(connection.description).)
        """,
        at: location
      )
    }
  }
}
