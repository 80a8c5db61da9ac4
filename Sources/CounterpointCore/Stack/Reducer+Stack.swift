import CounterpointSupport
public import CaseKeyPaths

extension Reducer {
  /// Runs a child feature for each element of a navigation stack in this reducer's state.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .forEach(\.path, action: \.path) { Path() }
  /// ```
  ///
  /// For an element's action the child runs first, then this reducer. For `.push` the element is present when this
  /// reducer runs. For `.popFrom` it is still present, and is removed afterwards with all elements above it.
  ///
  /// When an element is removed, its effects and those of its descendants are canceled: immediately, if this reducer
  /// is the cause; with the next action, if an outer reducer is. Effects that the element returns for the action that
  /// removes it are not canceled.
  ///
  /// An element and its descendants can remove the element by `\.dismiss`.
  ///
  /// Reported as issues: an action for an absent element, a pop from an absent id, a push of an id that is present,
  /// and, in a test, a push of an id greater than the next. This reducer still runs.
  ///
  /// - Parameters:
  ///   - state: The stack. A stored property, or a field of observable state.
  ///   - action: The case that holds the stack's actions.
  ///   - element: The reducer of an element.
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
      property: ChildProperty(state),
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
      property: ChildProperty(state),
      toAction: AnyCasePath(action),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}
