public import DependencyInjection
public import Testing

/// A trait that sets dependencies for each case of a test, or of all tests of a suite.
///
/// The outermost trait of a test begins with new values, so that each case of a parameterized test and each
/// repetition has its own defaults. The traits of a test take precedence over those of its suite. `withDependencies`
/// in the body takes precedence over both.
public struct DependenciesTrait: SuiteTrait, TestTrait, TestScoping {
  /// Whether an enclosing trait has already created new values.
  @TaskLocal private static var isInside = false

  private let update: @Sendable (inout DependencyValues) async throws -> Void

  fileprivate init(_ update: @escaping @Sendable (inout DependencyValues) async throws -> Void) {
    self.update = update
  }

  /// `true`: a suite applies the trait to its tests.
  public var isRecursive: Bool { true }

  /// Applies the trait to each case, and not to a suite or a test as a whole.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? nil : self
  }

  /// Runs a case with the dependencies.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    let isOutermost = !Self.isInside
    try await Self.$isInside.withValue(true) {
      try await withDependencies {
        if isOutermost { $0 = DependencyValues() }
        try await update(&$0)
      } operation: {
        try await function()
      }
    }
  }
}

extension Trait where Self == DependenciesTrait {
  /// Runs each case of a test with new dependencies: without overrides and without computed defaults.
  public static var dependencies: Self {
    Self { _ in }
  }

  /// Sets a dependency for each case of a test.
  ///
  /// ```swift
  /// @Test(.dependency(\.date.now, Date(timeIntervalSince1970: 0))) func expires() { … }
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the dependency or of one of its members.
  ///   - value: The value, which is evaluated for each case.
  public static func dependency<Value>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable,
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self {
    Self { $0[keyPath: keyPath] = try value() }
  }

  /// Sets a dependency whose type is its own key, for each case of a test.
  ///
  /// - Parameter value: The value, which is evaluated for each case.
  public static func dependency<Value: TestDependencyKey>(
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self where Value.Value == Value {
    Self { $0[Value.self] = try value() }
  }

  /// Sets dependencies for each case of a test.
  ///
  /// - Parameter update: Sets the dependencies. It runs for each case.
  public static func dependencies(
    _ update: @escaping @Sendable (_ values: inout DependencyValues) async throws -> Void
  ) -> Self {
    Self(update)
  }
}

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
