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
