/// A type that provides the key path of a deprecated case, without a warning in generated code.
///
/// The reflection and the iteration that `@CasePathable` generates name each case. The compiler doesn't warn about
/// deprecated names in a deprecated member, nor about the use of such a member through a protocol.
public protocol DeprecatedCasePath<Root> {
  /// The enum.
  associatedtype Root: CasePathable

  /// The key path. The conforming type marks it with `@available(*, deprecated)`.
  static var keyPath: PartialCaseKeyPath<Root> { get }
}

extension DeprecatedCasePath {
  /// The value of ``keyPath``, accessed through this protocol.
  public static var currentKeyPath: PartialCaseKeyPath<Root> { keyPath }
}
