import CounterpointSupport

// The location of an assignment is unknown, because a dynamic member setter can't have further arguments.

extension Store where State: ObservableState, Action: BindableAction<State> {
  /// A tracked property of the state. Assigning it sends `.binding(.set(\.name, value))`; the value is set on return.
  ///
  /// Only on the store's actor, and not while its reducer runs.
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
  /// Only on the store's actor, and not while its reducer runs.
  public var state: State {
    get { self[dynamicMember: \.self as KeyPath<State, State>] }
    set { self[dynamicMember: \.self] = newValue }
  }
}
