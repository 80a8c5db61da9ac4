public import CaseKeyPaths
@_spi(Internals) import CounterpointSupport

extension Reducer {
  /// Records the changes that this reducer makes to a part of the state, and undoes and redoes them.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .forEach(\.shapes, action: \.shapes) { Shape() }
  ///   .undoable(\.shapes, history: \.history, action: \.history)
  /// ```
  ///
  /// An action that changes the value is a step; `grouping` combines several actions or excludes some. A new step
  /// removes the steps that could be redone. Changes by other reducers are not recorded, so attach this operator after
  /// those that embed children in the value.
  ///
  /// For ``UndoAction``, the value is restored first, and then this reducer runs, with the restored value. It may
  /// correct what depends on the value, such as a selection. Its changes of the value are no step then. An action
  /// without a step to restore changes nothing.
  ///
  /// Only the value is restored. Effects are not repeated, so keep what describes running effects, such as `isLoading`,
  /// out of the value. The effects of children that are in the replaced value and not in the restored one are canceled
  /// if `ifLet`, `ifCaseLet` or `forEach` in this reducer embeds the children. A feature that a `Scope` embeds is not
  /// run, so its own children keep their effects, as after any replacement of its state: presented children and
  /// elements of stacks until its next action, others until they end.
  ///
  /// For each action, the value is read before and after this reducer, and compared. The comparison of an unchanged
  /// copy-on-write collection is O(1). The old value is retained while this reducer runs, so the first change of a
  /// collection in it copies the collection's storage. A step retains the old value, O(1) besides that copy.
  ///
  /// - Parameters:
  ///   - state: The value to restore. It must not contain the history, which is reported as an issue.
  ///   - history: The history of the value in the same state.
  ///   - action: The case that holds the undo actions.
  ///   - limit: The maximum number of steps, at least 1. The oldest ones are removed.
  ///   - grouping: Returns the part that the change of an action has in the steps. Called after this reducer for each
  ///     action, except undo actions. By default, each change is a step.
  public func undoable<Value: Equatable>(
    _ state: WritableKeyPath<State, Value>,
    history: WritableKeyPath<State, UndoHistory<Value>>,
    action: CaseKeyPath<Action, UndoAction>,
    limit: Int = 100,
    grouping: @escaping (_ action: Action) -> UndoGrouping = { _ in .step },
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    let reducer = UndoReducer(
      base: InnerReducer(self),
      value: UndoableState(state),
      steps: UndoSteps(history: history, action: action, limit: limit, grouping: grouping)
    )
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    reducer.reportOverlap(at: location)
    return reducer
  }
}

/// A reducer whose changes of a value can be undone. Created by `undoable`.
struct UndoReducer<Base: Reducer, Value: Equatable>: Reducer {
  let base: InnerReducer<Base>
  let value: UndoableState<Base.State, Value>
  let steps: UndoSteps<Base.State, Base.Action, Value>

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    if let undoAction = steps.toAction.extract(from: action) {
      perform(undoAction, on: &state)
      let effect = ReductionContext.afterReplacement { base.reduce(into: &state, action: action) }
      // The reducer may have corrected the value.
      steps.noteValue(in: &state, isCurrent: isCurrent)
      return effect
    }
    let previous = value.copy(from: &state)
    let effect = base.reduce(into: &state, action: action)
    let isChange = value.differs(from: previous, in: &state)
    steps.record(isChange ? previous : nil, of: action, in: &state, isCurrent: isCurrent)
    return effect
  }

  private func isCurrent(_ other: Value, _ state: inout Base.State) -> Bool {
    !value.differs(from: other, in: &state)
  }

  private func perform(_ action: UndoAction, on state: inout Base.State) {
    let current = value.copy(from: &state)
    let restored = steps.value(restoredBy: action, from: current, in: &state)
    guard restored != nil || action == .clear else { return }
    steps.perform(action, from: current, in: &state)
    if let restored { value.replace(with: restored, in: &state) }
  }

  fileprivate func reportOverlap(at location: SourceLocation) {
    guard let value = value.path.offset, let history = steps.history.offset,
      (value..<value + MemoryLayout<Value>.size).contains(history)
    else { return }
    reportIssue(
      """
      'undoable' at \(location.fileID):\(location.line) received a value that contains its own history, '\(Value.self)'.

      Undoing a step would replace the history too. Use a key path to a part of the state that doesn't contain it.
      """,
      at: location
    )
  }
}

extension UndoReducer {
  /// Visits the reducers that it runs.
  public static func _findHooks(_ search: inout _LifecycleSearch) {
    search.visit(Base.self)
  }

  /// Adds its hooks and children.
  public func _describe(in lifecycle: inout _FeatureLifecycle<Base.State, Base.Action>) {
    lifecycle.add(base.base)
  }
}

/// The part of a state that can be undone.
struct UndoableState<State, Value: Equatable> {
  private let keyPath: WritableKeyPath<State, Value>
  let path: StatePath<State, Value>

  init(_ keyPath: WritableKeyPath<State, Value>) {
    self.keyPath = keyPath
    path = StatePath.of(keyPath)
  }

  // None of these functions is inlined, because their stack frames have room for copies of the value.

  @inline(never)
  func copy(from state: inout State) -> Value {
    path.read(&state) { $0.value }
  }

  @inline(never)
  func differs(from previous: Value, in state: inout State) -> Bool {
    path.read(&state) { $0.value != previous }
  }

  /// Assigns through the setter, which compares the fields of observable state in lists. An edit in place doesn't.
  @inline(never)
  func replace(with value: Value, in state: inout State) {
    state[keyPath: keyPath] = value
  }
}

/// The history in a state, and the rules by which it changes.
struct UndoSteps<State, Action, Value: Equatable> {
  let history: StatePath<State, UndoHistory<Value>>
  let toAction: AnyCasePath<Action, UndoAction>
  private let limit: Int
  private let grouping: (Action) -> UndoGrouping

  init(
    history: WritableKeyPath<State, UndoHistory<Value>>,
    action: CaseKeyPath<Action, UndoAction>,
    limit: Int,
    grouping: @escaping (Action) -> UndoGrouping
  ) {
    precondition(limit > 0, "An 'undoable' has a limit of \(limit) steps. The limit must be at least 1.")
    self.history = StatePath.of(history)
    self.toAction = AnyCasePath(action)
    self.limit = limit
    self.grouping = grouping
  }

  func value(restoredBy action: UndoAction, from value: Value, in state: inout State) -> Value? {
    history.read(&state) { $0.value.value(restoredBy: action, from: value) }
  }

  func perform(_ action: UndoAction, from value: Value, in state: inout State) {
    history.edit(&state) { $0.perform(action, from: value) }
  }

  /// Records an action.
  ///
  /// - Parameters:
  ///   - value: The value before the action; `nil` if the action has not changed it.
  ///   - action: The action.
  ///   - state: The state.
  ///   - isCurrent: Returns whether a value is the one after the action.
  func record(
    _ value: Value?,
    of action: Action,
    in state: inout State,
    isCurrent: (_ value: Value, _ state: inout State) -> Bool
  ) {
    let grouping = grouping(action)
    // An edit notifies the observers of the history, so it happens only if the history changes.
    switch (value, grouping) {
    case (nil, .excluded), (nil, .step), (nil, .group): return
    case (nil, .beginGroup), (nil, .endGroup): return history.edit(&state) { $0.note(grouping) }
    case (_?, .excluded): break
    case (let value?, _):
      let isNewStep = history.edit(&state) { history in
        let count = history.undoCount
        history.record(value, as: grouping, limit: limit)
        return history.undoCount > count
      }
      // A new step restores the value before the change.
      if isNewStep { return }
    }
    noteValue(in: &state, isCurrent: isCurrent)
  }

  /// Notes whether the next restorations change the value after an action.
  @inline(never)
  func noteValue(in state: inout State, isCurrent: (_ value: Value, _ state: inout State) -> Bool) {
    let (past, future) = history.read(&state) { ($0.value.past.last, $0.value.future.last) }
    let isPastCurrent = past.map { isCurrent($0, &state) } ?? false
    let isFutureCurrent = future.map { isCurrent($0, &state) } ?? false
    let isNoted = history.read(&state) {
      $0.value.isNoted(isPastCurrent: isPastCurrent, isFutureCurrent: isFutureCurrent)
    }
    if isNoted { return }
    history.edit(&state) { $0.note(isPastCurrent: isPastCurrent, isFutureCurrent: isFutureCurrent) }
  }
}
