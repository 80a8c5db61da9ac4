extension Store where State: CaseReducerState, State.StateReducer.Action == Action {
  /// The store of the feature that the state is in now, or the data of its case.
  ///
  /// ```swift
  /// switch store.case {
  /// case .edit(let store): editScreen(store)
  /// case .alert(let alert): show(alert)
  /// }
  /// ```
  ///
  /// Reading it tracks which case the state is in. Only on the store's actor.
  public var `case`: State.StateReducer.CaseScope {
    State.StateReducer.scope(self)
  }
}
