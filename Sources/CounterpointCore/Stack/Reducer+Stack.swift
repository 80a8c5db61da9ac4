public import CaseKeyPaths

extension Reducer {
  /// Runs a child feature on each element of a navigation stack in this reducer's state.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .forEach(\.path, action: \.path) { Path() }
  /// ```
  ///
  /// For an element's action the child runs first, then this reducer. For `.push` the element is there when this reducer
  /// runs; for `.popFrom` it is still there, and is removed afterwards with all above it.
  ///
  /// When an element is gone, its effects are canceled, and those of all that it embeds: at once if this reducer is the
  /// cause; when the next action comes through if it was a reducer outside. Effects that the element returns for the very
  /// action that ends it are not canceled.
  ///
  /// An element, and the features that it embeds, can have itself removed by `\.dismiss`.
  ///
  /// Reported as issues: an action for an element that is missing, a pop from an id that is not in the stack, a push of one
  /// that is, and, in a test, a push of an id that is greater than the next. This reducer still runs.
  ///
  /// - Parameters:
  ///   - state: The stack. A stored property, or a field of observable state.
  ///   - action: The case that holds the stack's actions.
  ///   - element: The reducer of an element.
  ///   - fileID: The location of this call, for issues.
  ///   - filePath: The location of this call, for issues.
  ///   - line: The location of this call, for issues.
  ///   - column: The location of this call, for issues.
  @warn_unqualified_access
  public func forEach<ElementState, ElementAction, Element: Reducer<ElementState, ElementAction>>(
    _ state: WritableKeyPath<State, StackState<ElementState>>,
    action: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    StackReducer(
      base: InnerReducer(self),
      child: InnerReducer(element()),
      path: StatePath.of(state),
      slot: Slot(state),
      toAction: AnyCasePath(action),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Runs one of several child features on each element of a navigation stack, as the state of a `@Reducer` enum says.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .forEach(\.path, action: \.path)
  /// ```
  ///
  /// As `forEach` for stacks with the
  /// reducer of the enum.
  ///
  /// - Parameters:
  ///   - state: The stack. A stored property, or a field of observable state.
  ///   - action: The case that holds the stack's actions.
  ///   - fileID: The location of this call, for issues.
  ///   - filePath: The location of this call, for issues.
  ///   - line: The location of this call, for issues.
  ///   - column: The location of this call, for issues.
  @warn_unqualified_access
  public func forEach<ElementState: CaseReducerState, ElementAction>(
    _ state: WritableKeyPath<State, StackState<ElementState>>,
    action: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where ElementState.StateReducer.Action == ElementAction {
    StackReducer(
      base: InnerReducer(self),
      child: InnerReducer(ElementState.StateReducer.body),
      path: StatePath.of(state),
      slot: Slot(state),
      toAction: AnyCasePath(action),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}
