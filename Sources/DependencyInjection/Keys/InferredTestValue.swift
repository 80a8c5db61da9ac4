/// The test value of a dependency whose type is not written.
///
/// `@DependencyEntry` declares a conformance inside the key for a property such as `var client = Client.test`. The compiler infers
/// ``Value`` from the result of ``make``.
public protocol InferredTestValue {
  /// The type of the dependency.
  associatedtype Value: Sendable

  /// Returns the value that a test gets.
  static var make: @Sendable () -> Value { get }
}
