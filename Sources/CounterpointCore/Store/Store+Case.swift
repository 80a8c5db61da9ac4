extension Store where State: CaseReducerState, State.StateReducer.Action == Action {
  /// The store of the current case's feature, or the data of the case.
  ///
  /// ```swift
  /// switch store.case {
  /// case .edit(let store): editScreen(store)
  /// case .alert(let alert): show(alert)
  /// }
  /// ```
  ///
  /// Reading it tracks the current case. Only on the store's actor.
  public var `case`: State.StateReducer.CaseScope {
    State.StateReducer.scope(self)
  }
}
