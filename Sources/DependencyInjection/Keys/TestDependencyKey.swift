/// Names a dependency and says what it is in tests and in previews.
///
/// Conform a type to it in the module that *declares* a dependency, and to ``DependencyKey`` in the module that makes the
/// live value, so that features can be built and tested without that module:
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
/// The values may be computed properties: each is asked for at most once in a test, and once in a live program. They may
/// read other dependencies.
public protocol TestDependencyKey<Value> {
  /// What the dependency is; by default the key itself.
  associatedtype Value: Sendable = Self

  /// What previews get; by default ``testValue``.
  static var previewValue: Value { get }

  /// What tests get that override nothing. Let it report each use, so that a test says what it depends on.
  static var testValue: Value { get }
}

extension TestDependencyKey {
  /// What previews get unless the key says otherwise: the test's value.
  public static var previewValue: Value { testValue }

  /// Whether a `testValue` should report that it is used.
  ///
  /// False while values are being set: `$0.client.fetch = …` asks for the whole client first, which is no use of it. Always
  /// false in release builds.
  public static var shouldReportUnimplemented: Bool {
    DependencyValues.mayReport
  }
}
