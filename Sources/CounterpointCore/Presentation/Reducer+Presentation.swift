import CounterpointSupport
public import CaseKeyPaths

extension Reducer {
  /// Runs a presented child feature.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifLet(\.$editor, action: \.editor) { Editor() }
  /// ```
  ///
  /// For a child action, `.presented`, the child runs first, then this reducer. For `.dismiss` this reducer runs, and
  /// still sees the child. Then the child's state becomes `nil`, unless this reducer has replaced it by a child with
  /// another identity.
  ///
  /// When the child is removed, or replaced by another one (another case of an enum, or `Identifiable` state with
  /// another id), its effects and those of its descendants are canceled: immediately, if this reducer or the child
  /// itself is the cause; with the next action, if an outer reducer is. Effects that the child returns for the action
  /// that ends it are not canceled.
  ///
  /// The child and its descendants can dismiss the child by `\.dismiss`.
  ///
  /// A presentation action while nothing is presented is reported as an issue; this reducer still runs.
  ///
  /// - Parameters:
  ///   - state: The presented state, `\.$editor`.
  ///   - action: The case that holds the presentation actions.
  ///   - destination: The child's reducer.
  @warn_unqualified_access
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ state: WritableKeyPath<State, PresentationState<ChildState>>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    @ReducerBuilder<ChildState, ChildAction> destination: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    PresentationReducer(
      base: InnerReducer(self),
      child: InnerReducer(destination()),
      path: StatePath.of(state),
      property: ChildProperty(state),
      toAction: AnyCasePath(action),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Presents a prompt, such as an alert, and clears it after the user's choice or a dismissal.
  ///
  /// This reducer handles the choice and still sees the prompt. Then the prompt's state becomes `nil`, unless this
  /// reducer has replaced it by another prompt.
  ///
  /// - Parameters:
  ///   - state: The presented state, `\.$alert`.
  ///   - action: The case that holds the presentation actions.
  @warn_unqualified_access
  public func ifLet<Prompt: _EphemeralState>(
    _ state: WritableKeyPath<State, PresentationState<Prompt>>,
    action: CaseKeyPath<Action, PresentationAction<Prompt.Action>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    PresentationReducer(
      base: InnerReducer(self),
      child: InnerReducer(EmptyReducer<Prompt, Prompt.Action>()),
      path: StatePath.of(state),
      property: ChildProperty(state),
      toAction: AnyCasePath(action),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Runs one of several child features that this reducer presents, as the state of a `@Reducer` enum says.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifLet(\.$destination, action: \.destination)
  /// ```
  ///
  /// As ``ifLet(_:action:destination:fileID:filePath:line:column:)`` with the reducer of the enum.
  ///
  /// - Parameters:
  ///   - state: The presented state, `\.$destination`.
  ///   - action: The case that holds the presentation actions.
  @warn_unqualified_access
  public func ifLet<ChildState: CaseReducerState, ChildAction>(
    _ state: WritableKeyPath<State, PresentationState<ChildState>>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where ChildState.StateReducer.Action == ChildAction {
    PresentationReducer(
      base: InnerReducer(self),
      child: InnerReducer(ChildState.StateReducer.body),
      path: StatePath.of(state),
      property: ChildProperty(state),
      toAction: AnyCasePath(action),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}
