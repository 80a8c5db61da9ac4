public import Testing

/// A trait that sets a task local for each case of a test, or of all tests of a suite.
public struct TaskLocalTrait<Value: Sendable>: SuiteTrait, TestTrait, TestScoping {
  fileprivate let taskLocal: TaskLocal<Value>
  fileprivate let value: @Sendable () throws -> Value

  /// `true`: a suite applies the trait to its tests.
  public var isRecursive: Bool { true }

  /// Applies the trait to each case, and not to a suite or a test as a whole.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? nil : self
  }

  /// Runs a case with the task local set.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await taskLocal.withValue(value()) { try await function() }
  }
}

extension Trait {
  /// Sets a task local for each case of a test: `@Test(.taskLocal(Session.$user, .guest))`.
  ///
  /// In Swift 6.3 the `$user` of a `@TaskLocal` is found only if another module declares it. In the module of the
  /// tests, declare the task local as `static let user = TaskLocal(wrappedValue: User.none)`.
  ///
  /// - Parameters:
  ///   - taskLocal: The task local.
  ///   - value: Its value, which is evaluated for each case.
  public static func taskLocal<Value>(
    _ taskLocal: TaskLocal<Value>,
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self where Self == TaskLocalTrait<Value> {
    Self(taskLocal: taskLocal, value: value)
  }
}

extension TaskLocal {
  /// Returns a trait that sets this task local for each case of a test: `@Test(Session.$user.set(.guest))`.
  ///
  /// - Parameter value: The value, which is evaluated for each case.
  public func set(_ value: @autoclosure @escaping @Sendable () throws -> Value) -> TaskLocalTrait<Value> {
    TaskLocalTrait(taskLocal: self, value: value)
  }
}
