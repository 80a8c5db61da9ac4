import IssueReporting
import Synchronization

/// The state of XCTest, which only the test support can observe. Without the test support it stays unknown.
package enum XCTestCases {
  private static let state = Atomic(0)
  private static let notTold = 0, noneRuns = 1, oneRuns = 2

  /// Declares that the test support observes test cases.
  package static func register() { state.store(noneRuns, ordering: .relaxed) }

  package static func begin() { state.store(oneRuns, ordering: .relaxed) }

  package static func end() { state.store(noneRuns, ordering: .relaxed) }

  fileprivate static var isTold: Bool { state.load(ordering: .relaxed) != notTold }
  fileprivate static var isRunning: Bool { state.load(ordering: .relaxed) == oneRuns }
}

/// The relation between the running code and the tests of the process.
package enum TestMembership: Sendable {
  /// The process runs no tests, or the code runs in a test, or it has explicitly set dependencies.
  case fine
  /// Tests run, but the code belongs to none of them: it runs on another thread, in a detached task, or before or
  /// after a test.
  case outside
  /// XCTest runs without the test support, so that test cases share their defaults.
  case withoutSupport

  /// The membership of the running code. Outside of tests, reading it costs one check.
  package static var current: TestMembership {
    guard isTesting, DependencyValues._current.storage.isBare, runningTest == nil, !XCTestCases.isRunning else {
      return .fine
    }
    return XCTestCases.isTold || isSwiftTesting ? .outside : .withoutSupport
  }

  /// Whether the process runs Swift Testing. On Linux the command line says so, because each library has its own
  /// process.
  private static let isSwiftTesting = CommandLine.arguments.contains("swift-testing")
}
