public import CaseKeyPaths
@_spi(Internals) import CounterpointSupport
public import StateSharing

extension Reducer {
  /// Records the changes that this reducer makes to a shared value, and undoes and redoes them.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .undoable(shared: \.$notes, history: \.history, action: \.history)
  /// ```
  ///
  /// Works like ``undoable(_:history:action:limit:grouping:fileID:filePath:line:column:)``, with these differences:
  ///
  /// - A step is undone by `withLock`, like any change by this program: it is saved, and a test asserts it.
  /// - Undo restores the whole value, and would thereby revert changes by others. A change is by others if this reducer
  ///   has not made it: if another feature, an effect or another process has. After such a change, the next action
  ///   removes all steps, and an undo action restores nothing. If the key has transactions, the comparison is a part
  ///   of the transaction.
  /// - A change by others that arrives while this reducer handles an action belongs to the step of the action.
  /// - The assignment of another wrapper is a change of the value. Send ``UndoAction/clear`` after it, unless an undo
  ///   may write the old value into the other wrapper's storage.
  ///
  /// A key with remote storage keeps what `withLock` has changed, and stores it later. A conflict that it finds then
  /// is handled like a conflict of any other change.
  ///
  /// - Parameters:
  ///   - shared: The shared value.
  ///   - history: The history of the value in the state.
  ///   - action: The case that holds the undo actions.
  ///   - limit: The maximum number of steps, at least 1. The oldest ones are removed.
  ///   - grouping: Returns the part that the change of an action has in the steps. Called after this reducer for each
  ///     action, except undo actions. By default, each change is a step.
  public func undoable<Value: Equatable>(
    shared: KeyPath<State, Shared<Value>>,
    history: WritableKeyPath<State, UndoHistory<Value>>,
    action: CaseKeyPath<Action, UndoAction>,
    limit: Int = 100,
    grouping: @escaping (_ action: Action) -> UndoGrouping = { _ in .step },
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    SharedUndoReducer(
      base: InnerReducer(self),
      shared: shared,
      steps: UndoSteps(history: history, action: action, limit: limit, grouping: grouping),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}

/// A reducer whose changes of a shared value can be undone. Created by `undoable`.
struct SharedUndoReducer<Base: Reducer, Value: Equatable>: Reducer {
  let base: InnerReducer<Base>
  let shared: KeyPath<Base.State, Shared<Value>>
  let steps: UndoSteps<Base.State, Base.Action, Value>
  let location: SourceLocation

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let shared = wrapper(in: state)
    let previous = shared.wrappedValue
    clearAfterForeignChange(to: previous, in: &state)
    if let undoAction = steps.toAction.extract(from: action) {
      perform(undoAction, on: shared, from: previous, in: &state)
      return ReductionContext.afterReplacement {
        let effect = base.reduce(into: &state, action: action)
        let value = shared.wrappedValue
        // The reducer may have corrected the value.
        steps.noteValue(in: &state) { other, _ in other == value }
        leave(value, in: &state)
        return effect
      }
    }
    let effect = base.reduce(into: &state, action: action)
    // The reducer may have assigned another wrapper.
    let value = wrapper(in: state).wrappedValue
    steps.record(value == previous ? nil : previous, of: action, in: &state) { other, _ in other == value }
    leave(value, in: &state)
    return effect
  }

  // Not inlined, because its stack frame has room for a copy of the state.
  @inline(never)
  private func wrapper(in state: Base.State) -> Shared<Value> {
    state[keyPath: shared]
  }

  /// Removes the steps if the value is not the one that this reducer has left behind.
  private func clearAfterForeignChange(to value: Value, in state: inout Base.State) {
    let isForeign = steps.history.read(&state) { history in
      history.value.sharedValue.map { $0 != value } ?? false
    }
    if isForeign { steps.perform(.clear, from: value, in: &state) }
  }

  private func perform(
    _ action: UndoAction,
    on shared: Shared<Value>,
    from previous: Value,
    in state: inout Base.State
  ) {
    guard let restored = steps.value(restoredBy: action, from: previous, in: &state) else {
      if action == .clear { steps.perform(.clear, from: previous, in: &state) }
      return
    }
    let isCurrent = shared.withLock(
      { value in
        // In a transaction, this is the stored value, which another process may have changed since.
        guard value == previous else { return false }
        value = restored
        return true
      },
      fileID: location.fileID,
      filePath: location.filePath,
      line: location.line,
      column: location.column
    )
    if !isCurrent {
      steps.perform(.clear, from: previous, in: &state)
    } else if shared.wrappedValue == restored {
      steps.perform(action, from: previous, in: &state)
    }
    // Otherwise the storage has failed, and the steps stay like the value.
  }

  /// Records the value that this reducer leaves behind, if there are steps.
  private func leave(_ value: Value, in state: inout Base.State) {
    let isKnown = steps.history.read(&state) { history in
      history.value.sharedValue == (history.value.hasSteps ? value : nil)
    }
    if !isKnown { steps.history.edit(&state) { $0.sharedValue = value } }
  }
}

extension SharedUndoReducer {
  /// Visits the reducers that it runs.
  public static func _findHooks(_ search: inout _LifecycleSearch) {
    search.visit(Base.self)
  }

  /// Adds its hooks and children.
  public func _describe(in lifecycle: inout _FeatureLifecycle<Base.State, Base.Action>) {
    lifecycle.add(base.base)
  }
}
