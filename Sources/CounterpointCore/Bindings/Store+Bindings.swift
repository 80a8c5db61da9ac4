@_spi(Internals) import CounterpointSupport

// The source location of an assignment is unknown, because a dynamic member setter can't have further arguments.

extension Store where State: ObservableState, Action: BindableAction<State> {
  /// A tracked property of the state. Assigning it sends `.binding(.set(\.name, value))`; the value is set on return.
  ///
  /// Use it only on the store's actor, and not while its reducer runs.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: any WritableKeyPath<State, Value> & Sendable
  ) -> Value {
    get { self[dynamicMember: keyPath as KeyPath<State, Value>] }
    set {
      core.hub.preconditionIsolated()
      core.write(.set(keyPath, newValue), at: .here()) { .binding($0) }
    }
  }
}

extension Store where State: ObservableState & Equatable & Sendable, Action: BindableAction<State> {
  /// The state, tracked. Assigning it sends `.binding(.set(\.self, state))`.
  ///
  /// Use it only on the store's actor, and not while its reducer runs.
  public var state: State {
    get { self[dynamicMember: \.self as KeyPath<State, State>] }
    set { self[dynamicMember: \.self] = newValue }
  }
}

// The same members, for features that have the screen's actions in the case `view`.

extension Store
where State: ObservableState, Action: ViewAction, Action.ViewAction: BindableAction, Action.ViewAction.State == State {
  /// A tracked property of the state. Assigning it sends `.view(.binding(.set(\.name, value)))`; the value is set on
  /// return.
  ///
  /// Use it only on the store's actor, and not while its reducer runs.
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
  /// Use it only on the store's actor, and not while its reducer runs.
  public var state: State {
    get { self[dynamicMember: \.self as KeyPath<State, State>] }
    set { self[dynamicMember: \.self] = newValue }
  }
}

extension UIBindable {
  /// Returns the binding of a property of a store's state. A write sends `.view(.binding(.set(\.name, value)))`.
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
  /// Returns the binding of a property of a store's state. A write sends `.view(.binding(.set(\.name, value)))`.
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
