public import CaseKeyPaths

/// Sets the properties that a ``BindableAction`` says.
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   BindingReducer()
///   Reduce { state, action in … }
/// }
/// ```
///
/// What stands below it sees the new value, and what stands above it the old one.
public struct BindingReducer<State, Action, ViewAction: BindableAction<State>>: Reducer {
  private let toViewAction: (Action) -> ViewAction?

  /// Sets what the feature's own actions say.
  public init() where Action == ViewAction {
    toViewAction = { $0 }
  }

  /// Sets what the actions in a case of the feature's actions say: `BindingReducer(action: \.view)`.
  ///
  /// - Parameter action: The case that holds the bindable actions.
  public init(action: CaseKeyPath<Action, ViewAction>) {
    toViewAction = AnyCasePath(action).extract(from:)
  }

  /// Sets a property if the action says so.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    toViewAction(action)?.binding?.apply(to: &state)
    return .none
  }
}
