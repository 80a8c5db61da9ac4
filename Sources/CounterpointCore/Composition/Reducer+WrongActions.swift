public import CaseKeyPaths
public import IdentifiedArrays

// Mistakes that the compiler has no words for. Each of these calls is refused with what to write instead.

extension Reducer {
  /// Refuses what is presented where its action comes without `PresentationAction`.
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

  /// Refuses optional state that is not presented where its action is that of a presentation.
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

  /// Refuses a prompt whose state is named without the dollar sign.
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

  /// Refuses one of several presented features whose state is named without the dollar sign.
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

  /// Refuses rows where their action does not tell which row is meant.
  @available(
    *,
    unavailable,
    message: "The action has to tell which row is meant: declare it as 'case rows(IdentifiedActionOf<Row>)'"
  )
  @warn_unqualified_access
  public func forEach<ID: Hashable & Sendable, ElementState, ElementAction, Element>(
    _ state: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: CaseKeyPath<Action, ElementAction>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element
  ) -> some Reducer<State, Action> where Element: Reducer<ElementState, ElementAction> {
    self
  }

  /// Refuses a stack where the action does not tell which of its elements is meant.
  @available(
    *,
    unavailable,
    message: "The action has to tell which element is meant: declare it as 'case path(StackActionOf<Path>)'"
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
