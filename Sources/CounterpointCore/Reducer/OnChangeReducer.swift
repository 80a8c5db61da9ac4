extension Reducer {
  /// Runs a closure when this reducer has changed a part of the state.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .onChange(of: \.query) { old, state in
  ///     state.results = []
  ///     return .run { send in … }
  ///   }
  /// ```
  ///
  /// For every action, the part is read before and after this reducer, and compared. If there are several modifiers,
  /// the one closest to the reducer runs first; outer modifiers see its changes. Changes by other reducers are ignored.
  ///
  /// The old value is retained while the reducer runs, so a change of a copy-on-write collection copies its storage.
  ///
  /// - Parameters:
  ///   - toValue: Returns the part, such as `\.query`.
  ///   - onChange: Receives the old value and the state, which it may change; returns an additional effect.
  public func onChange<Value: Equatable>(
    of toValue: @escaping (State) -> Value,
    _ onChange: @escaping (_ oldValue: Value, _ state: inout State) -> Effect<Action>
  ) -> some Reducer<State, Action> {
    OnChangeReducer(base: InnerReducer(self), toValue: toValue, onChange: onChange)
  }
}

/// A reducer that runs a closure when its base has changed a value. `onChange` creates it.
struct OnChangeReducer<Base: Reducer, Value: Equatable>: Reducer {
  let base: InnerReducer<Base>
  let toValue: (Base.State) -> Value
  let onChange: (Value, inout Base.State) -> Effect<Base.Action>

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let oldValue = toValue(state)
    let effect = base.reduce(into: &state, action: action)
    guard toValue(state) != oldValue else { return effect }
    return effect.merge(with: onChange(oldValue, &state))
  }
}
