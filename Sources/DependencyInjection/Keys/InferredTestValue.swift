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
