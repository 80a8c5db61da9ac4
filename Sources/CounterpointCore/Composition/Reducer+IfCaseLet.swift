import CounterpointSupport
public import CaseKeyPaths

extension Reducer {
  /// Runs a child feature on the payload of a case of this reducer's state.
  ///
  /// ```swift
  /// EmptyReducer()
  ///   .ifCaseLet(\.signedOut, action: \.signedOut) { SignIn() }
  ///   .ifCaseLet(\.signedIn, action: \.signedIn) { Home() }
  /// ```
  ///
  /// For a child action the child runs first, then this reducer. The child's effects are canceled when this reducer
  /// changes the state to another case, or replaces an `Identifiable` payload or enum by one with another id. Effects
  /// that the child returns for the action that ends it are not canceled.
  ///
  /// A child action in another case is reported as an issue; this reducer still runs.
  ///
  /// The payload is changed in place: it is moved out of the enum meanwhile.
  ///
  /// - Parameters:
  ///   - state: The case of the state that holds the child's.
  ///   - action: The case that holds the child's actions.
  ///   - child: The child's reducer.
  @warn_unqualified_access
  public func ifCaseLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ state: CaseKeyPath<State, ChildState>,
    action: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    IfCaseLetReducer(
      base: InnerReducer(self),
      child: InnerReducer(child()),
      property: ChildProperty(state),
      toState: AnyCasePath(state),
      toAction: AnyCasePath(action),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}
