/// Gives the key path of a case that is deprecated, without a warning where nobody has named the case.
///
/// For what `@CasePathable` writes: the reflection and the iteration of an enum name each of its cases. The compiler warns neither
/// of what a deprecated member names, nor of the use of a deprecated member through a protocol.
public protocol DeprecatedCasePath<Root> {
  /// The enum.
  associatedtype Root: CasePathable

  /// The key path; the conforming type says `@available(*, deprecated)`.
  static var keyPath: PartialCaseKeyPath<Root> { get }
}

extension DeprecatedCasePath {
  /// ``keyPath``, which only this protocol names.
  public static var currentKeyPath: PartialCaseKeyPath<Root> { keyPath }
}
