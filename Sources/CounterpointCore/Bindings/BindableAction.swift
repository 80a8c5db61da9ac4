/// An action type that can set any property of the feature's state, for text fields, toggles and pickers.
///
/// ```swift
/// enum Action: BindableAction {
///   case binding(BindingAction<State>)
///   case saveButtonTapped
/// }
/// ```
///
/// A ``BindingReducer`` in the feature's `body` performs the write. `$store.name` is then a ``UIBinding``,
/// `store.name` can be assigned, and a reducer or a test writes `.set(\.name, "Bach")`.
public protocol BindableAction<State> {
  /// The state whose properties are set.
  associatedtype State: ObservableState

  /// The action that sets a property. The case `binding` is one.
  static func binding(_ action: BindingAction<State>) -> Self

  /// The binding action; `nil` for any other action.
  var binding: BindingAction<State>? { get }
}

extension BindableAction {
  /// The binding action; `nil` for any other action. This default finds the payload of the case `binding` by
  /// reflection, which takes about a microsecond.
  public var binding: BindingAction<State>? {
    guard let (label, payload) = Mirror(reflecting: self).children.first, label == "binding" else { return nil }
    return payload as? BindingAction<State>
  }

  /// The action that sets a property: `.set(\.name, "Bach")` is short for `.binding(.set(\.name, "Bach"))`.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - value: Its new value.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<State, Value> & Sendable,
    _ value: Value
  ) -> Self {
    .binding(.set(keyPath, value))
  }
}
