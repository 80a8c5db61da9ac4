import IssueReporting

/// A key of a dependency, with its values for production, previews and tests.
///
/// ```swift
/// extension WeatherClient: DependencyKey {
///   static let liveValue = WeatherClient(temperature: { city in … })
/// }
/// ```
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
      missing?.note()
    } else if DependencyValues.mayReport {
      // Read directly from the key, not through DependencyValues.
      reportIssue(missingTestValueText(of: Self.self, name: "\(Self.self).self", declaration: nil))
    }
    #endif
    return previewValue
  }
}
