/// An enum that has a case path for each of its cases, so that `\.name` names one of them.
///
/// To conform without the macro, declare one property for each case that key paths should reach. The payload of a
/// case without values is `Void`; that of a case with several values is a tuple:
///
/// ```swift
/// enum Action: CasePathable {
///   case child(Child.Action)
///   case reset
///
///   struct AllCasePaths: Sendable {
///     var child: AnyCasePath<Action, Child.Action> {
///       AnyCasePath(embed: Action.child, extract: { if case .child(let action) = $0 { action } else { nil } })
///     }
///     var reset: AnyCasePath<Action, Void> {
///       AnyCasePath(embed: { .reset }, extract: { if case .reset = $0 { () } else { nil } })
///     }
///   }
///   static var allCasePaths: AllCasePaths { AllCasePaths() }
/// }
/// ```
public protocol CasePathable {
  /// A type with one property of type ``AnyCasePath`` for each case, with the name of the case.
  associatedtype AllCasePaths

  /// The case paths of this enum.
  static var allCasePaths: AllCasePaths { get }
}

extension CasePathable {
  /// The root of the case key paths of this enum: `\Action.Cases.child` is the explicit form of `\.child`.
  public typealias Cases = Case<Self>
}

/// An enum that can list its cases: `allCasePaths` is a sequence of the key paths of the cases, in declaration
/// order.
///
/// Without the macro, `AllCasePaths` is a sequence such as this one:
///
/// ```swift
/// extension Action.AllCasePaths: Sequence {
///   func makeIterator() -> some IteratorProtocol<PartialCaseKeyPath<Action>> {
///     [\.child, \.reset].makeIterator()
///   }
/// }
/// ```
public protocol CasePathIterable: CasePathable
where AllCasePaths: Sequence, AllCasePaths.Element == PartialCaseKeyPath<Self> {}

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
