import IssueReporting
import Locks

/// Tells one test from another, and one case of a parameterised test from the others: each has defaults of its own.
struct TestIdentity: Hashable, Sendable {
  let test: TestContext.Testing.Test.ID
  /// The arguments of a parameterised test.
  let arguments: String?
}

/// Tells the cases of parameterised tests from one another. Set by the test support, which alone knows Swift Testing.
package enum TestCaseIdentity {
  /// In a struct: a closure that is handed on `inout` as a generic value is wrapped once more each time.
  private struct Finder {
    var find: @Sendable () -> String? = { nil }
  }

  private static let finder = Locked(Finder())

  /// Sets how the running case is told from others of its test: nil if the test has no parameters.
  package static func register(_ find: @escaping @Sendable () -> String?) {
    finder.withLock { $0.find = find }
  }

  fileprivate static var current: String? { finder.withLock { $0.find }() }
}

/// The Swift Testing test that the current task belongs to. Outside of a testing process it costs a check.
var runningTest: TestIdentity? {
  guard isTesting, case .swiftTesting(let testing)? = TestContext.current else { return nil }
  return testing.map { TestIdentity(test: $0.test.id, arguments: TestCaseIdentity.current) }
}

extension DependencyValues {
  /// The test whose defaults are used: the one that runs, or, on threads and in tasks that know of none, the one in which
  /// these values were kept for later.
  var currentTest: TestIdentity? {
    runningTest ?? storage.test
  }

  /// The values, as something that lives longer than the current task keeps them: they go on to belong to its test.
  package var kept: DependencyValues {
    guard let test = runningTest, test != storage.test else { return self }
    var values = self
    values.change { $0.test = test }
    return values
  }
}
