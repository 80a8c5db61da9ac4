import IssueReporting
import CounterpointSupport

/// The identity of a test, or of one case of a parameterized test. Each has its own defaults.
struct TestIdentity: Hashable, Sendable {
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
var runningTest: TestIdentity? {
  guard isTesting, case .swiftTesting(let testing)? = TestContext.current else { return nil }
  return testing.map { TestIdentity(test: $0.test.id, arguments: TestCaseIdentity.current) }
}

extension DependencyValues {
  /// The test whose defaults are used: the running one, or, in tasks and on threads without one, the test in which
  /// these values were captured.
  var currentTest: TestIdentity? {
    runningTest ?? storage.test
  }

  /// The values for an object that outlives the current task. They continue to belong to the task's test.
  package var kept: DependencyValues {
    guard let test = runningTest, test != storage.test else { return self }
    var values = self
    values.change { $0.test = test }
    return values
  }
}
