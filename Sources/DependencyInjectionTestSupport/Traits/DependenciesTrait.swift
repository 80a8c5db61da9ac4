public import DependencyInjection
public import Testing

/// Sets dependencies for each case of a test, or of all tests of a suite.
///
/// The outermost such trait of a test begins with fresh values, so that each case of a parameterised test, and each
/// repetition, has defaults of its own. A test's traits go on top of its suite's, and `withDependencies` in its body on top of
/// both.
public struct DependenciesTrait: SuiteTrait, TestTrait, TestScoping {
  /// Whether a trait around this one has begun with fresh values.
  @TaskLocal private static var isInside = false

  private let update: @Sendable (inout DependencyValues) async throws -> Void

  fileprivate init(_ update: @escaping @Sendable (inout DependencyValues) async throws -> Void) {
    self.update = update
  }

  /// A suite hands the trait down to its tests.
  public var isRecursive: Bool { true }

  /// The trait is applied to each case, and not to a suite or a test as a whole.
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
  /// Gives each case of a test fresh dependencies: nothing is overridden, and no default has been computed.
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
  ///   - keyPath: The dependency, or a part of one.
  ///   - value: The value; evaluated for each case.
  public static func dependency<Value>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable,
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self {
    Self { $0[keyPath: keyPath] = try value() }
  }

  /// Sets a dependency whose type is its own key, for each case of a test.
  ///
  /// - Parameter value: The value; evaluated for each case.
  public static func dependency<Value: TestDependencyKey>(
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self where Value.Value == Value {
    Self { $0[Value.self] = try value() }
  }

  /// Sets dependencies for each case of a test.
  ///
  /// - Parameter update: Sets them; runs for each case.
  public static func dependencies(
    _ update: @escaping @Sendable (_ values: inout DependencyValues) async throws -> Void
  ) -> Self {
    Self(update)
  }
}
