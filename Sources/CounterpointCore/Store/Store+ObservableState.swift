public import Observation

extension Store: Observable {}

extension Store where State: ObservableState {
  /// The state. Reading it tracks its identity, and reading a field tracks the field.
  ///
  /// Only on the store's actor, and not while its reducer runs.
  public var state: State {
    core.hub.preconditionIsolated()
    core.track()
    return core.read { $0 }
  }

  /// A tracked property of the state.
  ///
  /// ```swift
  /// withObservationTracking { print(store.count) } onChange: { … }
  /// ```
  ///
  /// Observers are notified once the store has settled in a state in which the property has changed.
  ///
  /// Only on the store's actor, and not while its reducer runs.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    // Inlinable, because the compiler then knows the key path at the call, and reads the property directly.
    @inlinable
    get {
      let (state, outer) = core.beginRead()
      defer { core.endRead(outer) }
      guard let state else { return core.readInPassing { $0.lend { $0[keyPath: keyPath] } } }
      return state.lend { $0[keyPath: keyPath] }
    }
  }
}
