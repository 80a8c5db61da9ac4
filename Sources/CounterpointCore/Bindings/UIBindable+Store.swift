import CounterpointSupport

extension UIBindable {
  /// The binding of a property of a store's state. Writing it sends `.binding(.set(\.name, value))`.
  ///
  /// - Parameter keyPath: The property.
  public subscript<State: ObservableState, Action: BindableAction<State>, Member: Equatable & Sendable>(
    dynamicMember keyPath: any WritableKeyPath<State, Member> & Sendable
  ) -> UIBinding<Member> where Value == Store<State, Action> {
    UIBinding<Member>(wrappedValue.property(keyPath, StoreSource(wrappedValue), at: location) { .binding($0) })
  }

  /// A property of a store's state, to be made a binding: `$store.name.sending(\.nameChanged)`.
  ///
  /// - Parameter keyPath: The property.
  @_disfavoredOverload
  public subscript<State: ObservableState, Action, Member>(
    dynamicMember keyPath: KeyPath<State, Member>
  ) -> StoreMember<State, Action, Member> where Value == Store<State, Action> {
    StoreMember<State, Action, Member>(wrappedValue, StoreSource(wrappedValue), keyPath)
  }
}

extension UIBinding {
  /// The binding of a property of a store's state. Writing it sends `.binding(.set(\.name, value))`.
  ///
  /// - Parameter keyPath: The property.
  public subscript<State: ObservableState, Action: BindableAction<State>, Member: Equatable & Sendable>(
    dynamicMember keyPath: any WritableKeyPath<State, Member> & Sendable
  ) -> UIBinding<Member> where Value == Store<State, Action> {
    let store = withoutTracking { wrappedValue }
    return UIBinding<Member>(
      store.property(keyPath, StoreSource(location), at: .here()) { .binding($0) },
      transaction: transaction
    )
  }

  /// A property of a store's state, to be made a binding: `$store.name.sending(\.nameChanged)`.
  ///
  /// - Parameter keyPath: The property.
  @_disfavoredOverload
  public subscript<State: ObservableState, Action, Member>(
    dynamicMember keyPath: KeyPath<State, Member>
  ) -> StoreMember<State, Action, Member> where Value == Store<State, Action> {
    StoreMember<State, Action, Member>(withoutTracking { wrappedValue }, StoreSource(location), keyPath)
  }
}

extension Store where State: ObservableState {
  /// A property that is written by sending the action that sets it.
  func property<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<State, Value> & Sendable,
    _ source: StoreSource<State, Action>,
    at location: SourceLocation,
    _ embed: @escaping (BindingAction<State>) -> Action
  ) -> BindingLocation<Value> {
    StoreProperty(source, BindingPlace(keyPath), current: withState(keyPath), at: location, embed)
  }
}
