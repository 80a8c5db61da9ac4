public import CaseKeyPaths
public import IdentifiedArrays

// Unavailable overloads for likely mistakes. Their messages say what to write instead.

extension Reducer {
  /// Unavailable: a presented child whose action is not a `PresentationAction`.
  @available(
    *,
    unavailable,
    message: "What is presented can be dismissed: declare the action as 'case child(PresentationAction<Child.Action>)'"
  )
  @warn_unqualified_access
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ state: WritableKeyPath<State, PresentationState<ChildState>>,
    action: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> destination: () -> Child
  ) -> some Reducer<State, Action> {
    self
  }

  /// Unavailable: a `PresentationAction` for optional state that is not presented.
  @available(
    *,
    unavailable,
    message: "Only what is presented has a 'PresentationAction': declare it with '@Presents' and name it '\\.$child'"
  )
  @warn_unqualified_access
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ state: WritableKeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child
  ) -> some Reducer<State, Action> {
    self
  }

  /// Unavailable: a presented prompt whose key path lacks the dollar sign.
  @available(
    *,
    unavailable,
    message: "Only what is presented has a 'PresentationAction': declare it with '@Presents' and name it '\\.$child'"
  )
  @warn_unqualified_access
  public func ifLet<Prompt: _EphemeralState>(
    _ state: WritableKeyPath<State, Prompt?>,
    action: CaseKeyPath<Action, PresentationAction<Prompt.Action>>
  ) -> some Reducer<State, Action> {
    self
  }

  /// Unavailable: a presented enum of features whose key path lacks the dollar sign.
  @available(
    *,
    unavailable,
    message: "Only what is presented has a 'PresentationAction': declare it with '@Presents' and name it '\\.$child'"
  )
  @warn_unqualified_access
  public func ifLet<ChildState: CaseReducerState, ChildAction>(
    _ state: WritableKeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>
  ) -> some Reducer<State, Action> where ChildState.StateReducer.Action == ChildAction {
    self
  }

  /// Unavailable: rows whose action does not contain the id of the row.
  @available(
    *,
    unavailable,
    message: "The action must contain the id of the row: declare it as 'case rows(IdentifiedActionOf<Row>)'"
  )
  @warn_unqualified_access
  public func forEach<ID: Hashable & Sendable, ElementState, ElementAction, Element>(
    _ state: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: CaseKeyPath<Action, ElementAction>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element
  ) -> some Reducer<State, Action> where Element: Reducer<ElementState, ElementAction> {
    self
  }

  /// Unavailable: a stack whose action does not contain the id of the element.
  @available(
    *,
    unavailable,
    message: "The action must contain the id of the element: declare it as 'case path(StackActionOf<Path>)'"
  )
  @warn_unqualified_access
  public func forEach<ElementState, ElementAction, Element: Reducer<ElementState, ElementAction>>(
    _ state: WritableKeyPath<State, StackState<ElementState>>,
    action: CaseKeyPath<Action, ElementAction>,
    @ReducerBuilder<ElementState, ElementAction> destination: () -> Element
  ) -> some Reducer<State, Action> {
    self
  }
}
