import StateSharing

extension Reducer {
  /// Prints each action of this reducer, and its changes. Debug builds only.
  ///
  /// ```swift
  /// Store(initialState: Feature.State()) {
  ///   Feature()._printChanges()
  /// }
  /// ```
  ///
  /// Printing happens after the reduction, in the order of the actions, and does not block the store. The state
  /// before the action is retained until then, so changes copy the buffers that they touch, those of shared values
  /// included. Objects in the state or the action are read, and may be released, off the store's actor.
  ///
  /// - Parameter printer: The printer; `nil` prints nothing and costs nothing.
  public func _printChanges(
    _ printer: _ReducerPrinter<State, Action>? = .customDump
  ) -> some Reducer<State, Action> {
    PrintChangesReducer(base: InnerReducer(self), printer: printer)
  }
}

/// A reducer whose changes are shown. `_printChanges` makes it.
struct PrintChangesReducer<Base: Reducer>: Reducer {
  let base: InnerReducer<Base>
  let printer: _ReducerPrinter<Base.State, Base.Action>?

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    #if DEBUG
    guard let printer else { return base.reduce(into: &state, action: action) }
    let old = state
    let tracker = SharedChangeTracker(reportUnassertedChanges: false)
    let effect = tracker.track { base.reduce(into: &state, action: action) }
    // Ended, because what the effect changes is nothing that the action did.
    printer.show(action, from: old, to: state, with: tracker, tracker.end())
    return effect
    #else
    return base.reduce(into: &state, action: action)
    #endif
  }
}
