public import Observation

extension Store: Observable {}

extension Store where State: ObservableState {
  /// The state. Reading it tracks which value it is, and reading a field of it tracks that field.
  ///
  /// Only on the store's actor, and not while its reducer runs.
  public var state: State {
    core.hub.preconditionIsolated()
    core.track()
    return core.read { $0 }
  }

  /// A property of the state, tracked.
  ///
  /// ```swift
  /// withObservationTracking { print(store.count) } onChange: { … }
  /// ```
  ///
  /// Who tracks it is told once the store has settled in a state where the property has changed.
  ///
  /// Only on the store's actor, and not while its reducer runs.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    // Seen by the compiler where a feature uses it, because it then knows the key path, and reads the property without it.
    @inlinable
    get {
      let (state, outer) = core.beginRead()
      defer { core.endRead(outer) }
      guard let state else { return core.readInPassing { $0.lend { $0[keyPath: keyPath] } } }
      return state.lend { $0[keyPath: keyPath] }
    }
  }
}
