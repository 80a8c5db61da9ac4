import IssueReporting
import Synchronization

/// What the test support tells of XCTest, which it alone knows. Without the support nobody tells.
package enum XCTestCases {
  private static let state = Atomic(0)
  private static let notTold = 0, noneRuns = 1, oneRuns = 2

  /// From now on it is told when a case begins and ends.
  package static func register() { state.store(noneRuns, ordering: .relaxed) }

  package static func begin() { state.store(oneRuns, ordering: .relaxed) }

  package static func end() { state.store(noneRuns, ordering: .relaxed) }

  fileprivate static var isTold: Bool { state.load(ordering: .relaxed) != notTold }
  fileprivate static var isRunning: Bool { state.load(ordering: .relaxed) == oneRuns }
}

/// How the code that runs stands to the tests of its process.
package enum TestMembership: Sendable {
  /// The process runs no tests, or the code has dependencies that somebody has set, or those of a test.
  case fine
  /// Tests run, and the code belongs to none: it is on a thread or in a detached task, or runs before or after them.
  case outside
  /// XCTest runs and nobody has it begin each case afresh, because the test support is not linked.
  case withoutSupport

  /// Outside of tests it costs a check.
  package static var current: TestMembership {
    guard isTesting, DependencyValues._current.storage.isBare, runningTest == nil, !XCTestCases.isRunning else {
      return .fine
    }
    return XCTestCases.isTold || isSwiftTesting ? .outside : .withoutSupport
  }

  /// Whether it is Swift Testing that this process runs, which on Linux it is told: each library has a process of its own.
  private static let isSwiftTesting = CommandLine.arguments.contains("swift-testing")
}
