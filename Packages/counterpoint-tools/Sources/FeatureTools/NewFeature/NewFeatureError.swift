/// A reason not to write a feature. Nothing is written then.
package struct NewFeatureError: Error, Equatable, CustomStringConvertible {
  /// The problem, and the correction.
  package let description: String

  init(_ description: String) { self.description = description }
}
