import CounterpointSupport
public import CaseKeyPaths

extension Reducer {
  /// Runs a child feature on an optional part of this reducer's state.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifLet(\.editor, action: \.editor) { Editor() }
  /// ```
  ///
  /// For a child action the child runs first, then this reducer. The child's effects are canceled when this reducer
  /// makes the child's state `nil`, or replaces it by another child: another case of an enum, or `Identifiable` state
  /// with another id. Effects that the child returns for the action that ends it are not canceled.
  ///
  /// A child action while the state is `nil` is reported as an issue; this reducer still runs.
  ///
  /// - Parameters:
  ///   - state: The child's state. A stored property, or a field of observable state.
  ///   - action: The case that holds the child's actions.
  ///   - child: The child's reducer.
  @warn_unqualified_access
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ state: WritableKeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    IfLetReducer(
      base: InnerReducer(self),
      child: InnerReducer(child()),
      path: StatePath.of(state),
      property: ChildProperty(state),
      toAction: AnyCasePath(action),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Clears a prompt, such as an alert, after the user's choice.
  ///
  /// This reducer handles the choice and still sees the prompt. Then the prompt's state becomes `nil`, unless this
  /// reducer has replaced it by another prompt.
  ///
  /// - Parameters:
  ///   - state: The prompt's state.
  ///   - action: The case that holds the choices.
  @warn_unqualified_access
  public func ifLet<Prompt: _EphemeralState>(
    _ state: WritableKeyPath<State, Prompt?>,
    action: CaseKeyPath<Action, Prompt.Action>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    IfLetReducer(
      base: InnerReducer(self),
      child: InnerReducer(EmptyReducer<Prompt, Prompt.Action>()),
      path: StatePath.of(state),
      property: ChildProperty(state),
      toAction: AnyCasePath(action),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}
