import DependencyInjection
import IssueReporting
import Locks

/// Reports new references that code has made which belongs to no test, while tests run: they have a storage that no test sees.
enum ValuesOutsideTests {
  /// The keys that have been reported: each is, once.
  private static let reported = Locked<Set<KeyID>>([])
  private static let hasReportedSupport = Locked(false)

  /// Looks where the code that has just made a reference belongs to.
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
