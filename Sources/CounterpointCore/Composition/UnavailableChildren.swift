public import IdentifiedArrays

// Unavailable overloads for likely mistakes. Their messages say what to write instead.

extension ChildBuilder {
  /// Unavailable: a child whose state can't be absent.
  @available(
    *,
    unavailable,
    message: "This state is never absent: run its reducer with 'Scope', or declare the state as optional"
  )
  public static func buildExpression<R: Reducer<Slot, Message>>(_ child: @autoclosure () -> R) -> R {
    child()
  }

  /// Unavailable: rows.
  @available(*, unavailable, message: "Run the reducers of rows with 'forEach'")
  public static func buildExpression<ID, R: Reducer>(
    _ child: @autoclosure () -> R
  ) -> R where Slot == IdentifiedArray<ID, R.State> {
    child()
  }

  /// Unavailable: a stack.
  @available(*, unavailable, message: "Run the reducers of a stack with 'forEach'")
  public static func buildExpression<R: Reducer>(
    _ child: @autoclosure () -> R
  ) -> R where Slot == StackState<R.State> {
    child()
  }

  /// Unavailable: a presented child whose action is not a `PresentationAction`.
  @available(
    *,
    unavailable,
    message: "What is presented can be dismissed: declare the action as 'case child(PresentationAction<Child.Action>)'"
  )
  public static func buildExpression<ChildState, R: Reducer<ChildState, Message>>(
    _ child: @autoclosure () -> R
  ) -> R where Slot == PresentationState<ChildState> {
    child()
  }

  /// Unavailable: a `PresentationAction` for optional state that is not presented.
  @available(
    *,
    unavailable,
    message: "Only what is presented has a 'PresentationAction': declare it with '@Presents' and name it '\\.$child'"
  )
  public static func buildExpression<ChildState, ChildAction, R: Reducer<ChildState, ChildAction>>(
    _ child: @autoclosure () -> R
  ) -> R where Slot == ChildState?, Message == PresentationAction<ChildAction> {
    child()
  }

  /// Links nothing, so that a mistake is reported once.
  @_disfavoredOverload
  public static func buildFinalResult<R: Reducer>(_ child: R) -> _NoLink<Slot, Message> {
    _NoLink()
  }
}

extension ElementBuilder {
  /// Unavailable: elements without ids.
  @available(*, unavailable, message: "Rows need ids: declare the state as 'IdentifiedArrayOf<Row.State>'")
  public static func buildExpression<R: Reducer>(
    _ element: @autoclosure () -> R
  ) -> R where Slot == [R.State] {
    element()
  }

  /// Unavailable: an optional child.
  @available(*, unavailable, message: "Run the reducer of an optional child with 'ifLet'")
  public static func buildExpression<R: Reducer>(
    _ element: @autoclosure () -> R
  ) -> R where Slot == R.State? {
    element()
  }

  /// Unavailable: rows whose action does not contain the id of the row.
  @available(
    *,
    unavailable,
    message: "The action must contain the id of the row: declare it as 'case rows(IdentifiedActionOf<Row>)'"
  )
  public static func buildExpression<ID: Hashable & Sendable, RowState, R: Reducer<RowState, Message>>(
    _ element: @autoclosure () -> R
  ) -> R where Slot == IdentifiedArray<ID, RowState> {
    element()
  }

  /// Unavailable: a stack whose action does not contain the id of the element.
  @available(
    *,
    unavailable,
    message: "The action must contain the id of the element: declare it as 'case path(StackActionOf<Path>)'"
  )
  public static func buildExpression<ElementState, R: Reducer<ElementState, Message>>(
    _ element: @autoclosure () -> R
  ) -> R where Slot == StackState<ElementState> {
    element()
  }

  /// Links nothing, so that a mistake is reported once.
  @_disfavoredOverload
  public static func buildFinalResult<R: Reducer>(_ element: R) -> _NoLink<Slot, Message> {
    _NoLink()
  }
}

/// The link of a mistake that has been reported. Code with it does not compile.
public struct _NoLink<Slot, Message>: _ChildLink {
  /// Runs the parent only.
  public static func _reduce<Base: Reducer>(
    _ linked: _LinkedReducer<Base, Self>,
    into state: inout Base.State,
    action: Base.Action
  ) -> Effect<Base.Action> {
    linked.base.reduce(into: &state, action: action)
  }

  /// Visits nothing.
  public static func _findHooks(_ search: inout _LifecycleSearch) {}

  /// Adds nothing.
  public static func _describe<Base: Reducer>(
    _ linked: _LinkedReducer<Base, Self>,
    in lifecycle: inout _FeatureLifecycle<Base.State, Base.Action>
  ) {}
}
