import IssueReporting

/// A key of a dependency, with its values for production, previews and tests.
///
/// ```swift
/// extension WeatherClient: DependencyKey {
///   static let liveValue = WeatherClient(temperature: { city in … })
/// }
/// ```
///
/// A value is computed once, when it is first needed, and kept. In a program, dependencies that are read meanwhile are
/// the defaults as well: the value outlives the overrides of the code that needs it first. In a test, they are those of
/// the test. To see each override, read a dependency where it is used, and not where the value is made.
///
/// See ``TestDependencyKey`` for how to define the live value in a separate module.
public protocol DependencyKey<Value>: TestDependencyKey {
  /// The type of the dependency; by default the key itself.
  associatedtype Value = Self

  /// The value in production.
  static var liveValue: Value { get }

  /// The value in previews; by default ``liveValue``.
  static var previewValue: Value { get }

  /// The value in tests without an override; by default the preview value, whose first use is reported.
  static var testValue: Value { get }
}

extension DependencyKey {
  /// The default value in previews: the live value.
  public static var previewValue: Value { liveValue }

  /// The default value in tests: the preview value. Its first use reports an issue.
  public static var testValue: Value {
    #if DEBUG
    let missing = MissingTestValue.current
    if missing?.key == ObjectIdentifier(Self.self) {
      missing?.record()
    } else if DependencyUpdate.reportsUse {
      // Read directly from the key, not through DependencyValues.
      reportIssue(missingTestValueText(of: Self.self, name: "\(Self.self).self", declaration: nil))
    }
    #endif
    return previewValue
  }
}

/// A key of a dependency, with its values for tests and previews.
///
/// Conform a type to it in the module that *declares* a dependency. Conform the type to ``DependencyKey`` in the
/// module that implements the live value. Then features can be built and tested without the latter module:
///
/// ```swift
/// struct WeatherClient: Sendable {
///   var temperature: @Sendable (String) async throws -> Double
/// }
///
/// extension WeatherClient: TestDependencyKey {
///   static let testValue = WeatherClient(temperature: unimplemented("WeatherClient.temperature"))
/// }
///
/// extension DependencyValues {
///   var weather: WeatherClient {
///     get { self[WeatherClient.self] }
///     set { self[WeatherClient.self] = newValue }
///   }
/// }
/// ```
///
/// The values may be computed properties. Each is read at most once per test, and once in a live program. They may
/// read other dependencies.
public protocol TestDependencyKey<Value> {
  /// The type of the dependency; by default the key itself.
  associatedtype Value: Sendable = Self

  /// The value in previews; by default ``testValue``.
  static var previewValue: Value { get }

  /// The value in tests without an override. It should report each use, so that a test overrides all of its
  /// dependencies.
  static var testValue: Value { get }
}

extension TestDependencyKey {
  /// The default value in previews: the test value.
  public static var previewValue: Value { testValue }

  /// Whether a `testValue` should report its use.
  ///
  /// `false` while values are being set, because `$0.client.fetch = …` first reads the whole client, which is not a
  /// use. Always `false` in release builds.
  public static var shouldReportUnimplemented: Bool {
    DependencyUpdate.reportsUse
  }
}

/// The test value of a dependency without an explicit type.
///
/// For a property such as `var client = Client.test`, `@DependencyEntry` declares a conformance inside of the key.
/// The compiler infers ``Value`` from the result of ``make``.
public protocol InferredTestValue {
  /// The type of the dependency.
  associatedtype Value: Sendable

  /// A function that returns the value for tests.
  static var make: @Sendable () -> Value { get }
}
