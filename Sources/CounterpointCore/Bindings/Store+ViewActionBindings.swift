import CounterpointSupport

// The same for features whose actions have those of their screen in a case of their own.

extension Store
where State: ObservableState, Action: ViewAction, Action.ViewAction: BindableAction, Action.ViewAction.State == State {
  /// A tracked property of the state. Assigning it sends `.view(.binding(.set(\.name, value)))`; the value is set on
  /// return.
  ///
  /// Only on the store's actor, and not while its reducer runs.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: any WritableKeyPath<State, Value> & Sendable
  ) -> Value {
    get { self[dynamicMember: keyPath as KeyPath<State, Value>] }
    set {
      core.hub.preconditionIsolated()
      core.write(.set(keyPath, newValue), at: .here()) { .view(.binding($0)) }
    }
  }
}

extension Store
where
  State: ObservableState & Equatable & Sendable,
  Action: ViewAction,
  Action.ViewAction: BindableAction,
  Action.ViewAction.State == State
{
  /// The state, tracked. Assigning it sends `.view(.binding(.set(\.self, state)))`.
  ///
  /// Only on the store's actor, and not while its reducer runs.
  public var state: State {
    get { self[dynamicMember: \.self as KeyPath<State, State>] }
    set { self[dynamicMember: \.self] = newValue }
  }
}

extension UIBindable {
  /// The binding of a property of a store's state. Writing it sends `.view(.binding(.set(\.name, value)))`.
  ///
  /// - Parameter keyPath: The property.
  public subscript<State: ObservableState, Action: ViewAction, Member: Equatable & Sendable>(
    dynamicMember keyPath: any WritableKeyPath<State, Member> & Sendable
  ) -> UIBinding<Member>
  where Value == Store<State, Action>, Action.ViewAction: BindableAction, Action.ViewAction.State == State {
    UIBinding<Member>(
      wrappedValue.property(keyPath, StoreSource(wrappedValue), at: location) { .view(.binding($0)) }
    )
  }
}

extension UIBinding {
  /// The binding of a property of a store's state. Writing it sends `.view(.binding(.set(\.name, value)))`.
  ///
  /// - Parameter keyPath: The property.
  public subscript<State: ObservableState, Action: ViewAction, Member: Equatable & Sendable>(
    dynamicMember keyPath: any WritableKeyPath<State, Member> & Sendable
  ) -> UIBinding<Member>
  where Value == Store<State, Action>, Action.ViewAction: BindableAction, Action.ViewAction.State == State {
    let store = withoutTracking { wrappedValue }
    return UIBinding<Member>(
      store.property(keyPath, StoreSource(location), at: .here()) { .view(.binding($0)) },
      transaction: transaction
    )
  }
}
