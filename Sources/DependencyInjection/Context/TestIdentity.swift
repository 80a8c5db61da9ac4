@_spi(Internals) import CounterpointSupport
import IssueReporting
import Synchronization

/// The identity of a test, or of one case of a parameterized test. Each has its own defaults.
package struct TestIdentity: Hashable, Sendable {
  let test: TestContext.Testing.Test.ID
  /// The identity of the arguments of a parameterized test; `nil` without parameters.
  let arguments: String?
}

/// A hook that identifies the running case of a parameterized test. The test support sets it, because only it links
/// Swift Testing.
package enum TestCaseIdentity {
  // A struct, because a closure that is passed `inout` as a generic value is wrapped once more each time.
  private struct Finder {
    var find: @Sendable () -> String? = { nil }
  }

  private static let finder = Locked(Finder())

  /// Sets the function that identifies the running case. It returns `nil` if the test has no parameters.
  package static func register(_ find: @escaping @Sendable () -> String?) {
    finder.withLock { $0.find = find }
  }

  fileprivate static var current: String? { finder.withLock { $0.find }() }
}

/// The Swift Testing test of the current task. Outside of a testing process, reading it costs one check.
package var runningTest: TestIdentity? {
  guard isTesting, case .swiftTesting(let testing)? = TestContext.current else { return nil }
  return testing.map { TestIdentity(test: $0.test.id, arguments: TestCaseIdentity.current) }
}

/// Whether an XCTest test case is running. Only the test support can observe that; without it the state stays unknown.
package enum XCTestCases {
  private static let state = Atomic(0)
  private static let unknown = 0, idle = 1, running = 2

  /// Declares that the test support observes test cases.
  package static func register() { state.store(idle, ordering: .relaxed) }

  package static func begin() { state.store(running, ordering: .relaxed) }

  package static func end() { state.store(idle, ordering: .relaxed) }

  static var isObserved: Bool { state.load(ordering: .relaxed) != unknown }
  static var isRunning: Bool { state.load(ordering: .relaxed) == running }
}
