import IssueReporting

/// Tells one test from another: each has defaults of its own.
typealias TestIdentity = TestContext.Testing.Test.ID

/// The Swift Testing test that the current task belongs to. Outside of a testing process it costs a check.
var runningTest: TestIdentity? {
  guard isTesting, case .swiftTesting(let testing)? = TestContext.current else { return nil }
  return testing?.test.id
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
