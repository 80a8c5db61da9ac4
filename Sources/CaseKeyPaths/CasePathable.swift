/// An enum that has a case path for each of its cases, so that `\.name` names one of them.
///
/// Write the conformance by hand like this, one property for each case that key paths should reach:
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
  /// A type with one property of type ``AnyCasePath`` for each case, of the name of the case.
  associatedtype AllCasePaths

  /// The case paths of this enum.
  static var allCasePaths: AllCasePaths { get }
}

extension CasePathable {
  /// The root of this enum's case key paths: `\Action.Cases.child` is the explicit form of `\.child`.
  public typealias Cases = Case<Self>
}

extension CasePathable {
  /// The payload of a case, or `nil` when the value is in another case.
  ///
  /// - Parameter keyPath: The case, as in `action[case: \.child]`.
  public subscript<Value>(case keyPath: CaseKeyPath<Self, Value>) -> Value? {
    AnyCasePath(keyPath).extract(from: self)
  }

  /// Whether the value is in a case, as in `action.is(\.child.tap)`.
  ///
  /// - Parameter keyPath: The case; its payload does not matter.
  public func `is`(_ keyPath: PartialCaseKeyPath<Self>) -> Bool {
    guard let matched = Case<Self>()[keyPath: keyPath] as? any CaseMatching else { return false }
    return matched.matches(self)
  }
}
