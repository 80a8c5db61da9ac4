/// The case paths of an enum that can determine the case of a value.
///
/// `AllCasePaths` conforms to it. Without the macro, implement it with a `switch`, which the compiler checks for
/// missing cases:
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

  /// The case of a value, without its payload.
  ///
  /// - Parameter root: The value.
  subscript(root: Root) -> PartialCaseKeyPath<Root> { get }
}

extension CasePathable where AllCasePaths: CasePathReflectable<Self> {
  /// The case of this value, without its payload.
  public var `case`: PartialCaseKeyPath<Self> {
    Self.allCasePaths[self]
  }
}
