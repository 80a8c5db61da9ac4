import IssueReporting

/// Names a dependency and says what it is in the live program, in previews and in tests.
///
/// ```swift
/// extension WeatherClient: DependencyKey {
///   static let liveValue = WeatherClient(temperature: { city in … })
/// }
/// ```
///
/// See ``TestDependencyKey`` for how to keep the live value in a module of its own.
public protocol DependencyKey<Value>: TestDependencyKey {
  /// What the dependency is; by default the key itself.
  associatedtype Value = Self

  /// What the live program gets.
  static var liveValue: Value { get }

  /// What previews get; by default ``liveValue``.
  static var previewValue: Value { get }

  /// What tests get that override nothing; by default the preview's value, the first use of which is reported.
  static var testValue: Value { get }
}

extension DependencyKey {
  /// What previews get unless the key says otherwise: the live value.
  public static var previewValue: Value { liveValue }

  /// What tests get of a key that says nothing about them: the preview's value, and an issue at its first use.
  public static var testValue: Value {
    #if DEBUG
    let missing = MissingTestValue.current
    if missing?.key == ObjectIdentifier(Self.self) {
      missing?.note()
    } else if DependencyValues.mayReport {
      // Asked for by name, not through DependencyValues.
      reportIssue(missingTestValueText(of: Self.self, name: "\(Self.self).self", declaration: nil))
    }
    #endif
    return previewValue
  }
}
