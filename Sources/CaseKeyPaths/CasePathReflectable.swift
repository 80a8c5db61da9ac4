/// The case paths of an enum that can tell which case a value is in.
///
/// `AllCasePaths` conforms to it. By hand, with a `switch`, so that the compiler sees to it that no case is forgotten:
///
/// ```swift
/// extension Action.AllCasePaths: CasePathReflectable {
///   subscript(root: Action) -> PartialCaseKeyPath<Action> {
///     switch root {
///     case .child: \.child
///     case .reset: \.reset
///     }
///   }
/// }
/// ```
public protocol CasePathReflectable<Root> {
  /// The enum.
  associatedtype Root: CasePathable

  /// The case that a value is in, without its payload.
  ///
  /// - Parameter root: The value.
  subscript(root: Root) -> PartialCaseKeyPath<Root> { get }
}

extension CasePathable where AllCasePaths: CasePathReflectable<Self> {
  /// The case that this value is in, without its payload.
  public var `case`: PartialCaseKeyPath<Self> {
    Self.allCasePaths[self]
  }
}
