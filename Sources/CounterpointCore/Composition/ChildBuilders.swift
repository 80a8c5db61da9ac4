public import IdentifiedArrays

/// A result builder of the children of an operator: combines the reducers that a closure lists, and links them to the
/// state.
///
/// The link is chosen here instead of among declarations of the operator, because the compiler solves a closure on its
/// own, after the chain that contains it.
public protocol _LinkBuilder {}

extension _LinkBuilder {
  /// The first reducer of a closure.
  @inlinable
  public static func buildPartialBlock<R: Reducer>(first: R) -> R {
    first
  }

  /// Appends a reducer to the previous ones.
  @inlinable
  public static func buildPartialBlock<First: Reducer, Second: Reducer<First.State, First.Action>>(
    accumulated: First,
    next: Second
  ) -> ReducerSequence<First, Second> {
    ReducerSequence(first: accumulated, second: next)
  }

  /// An `if` without an `else`, or an optional reducer: `nil` does nothing.
  @inlinable
  public static func buildOptional<R: Reducer>(_ reducer: R?) -> R? {
    reducer
  }

  /// The first branch of an `if` or `switch`.
  @inlinable
  public static func buildEither<First: Reducer, Second: Reducer<First.State, First.Action>>(
    first reducer: First
  ) -> EitherReducer<First, Second> {
    EitherReducer(first: reducer)
  }

  /// The other branch of an `if` or `switch`.
  @inlinable
  public static func buildEither<First: Reducer, Second: Reducer<First.State, First.Action>>(
    second reducer: Second
  ) -> EitherReducer<First, Second> {
    EitherReducer(second: reducer)
  }

  /// A `for … in` loop.
  @inlinable
  public static func buildArray<R: Reducer>(_ reducers: [R]) -> ReducerList<R> {
    ReducerList(reducers)
  }

  /// An `if #available`. Erases the reducer's type, which may contain unavailable types.
  @inlinable
  public static func buildLimitedAvailability<R: Reducer>(_ reducer: R) -> Reduce<R.State, R.Action> {
    reducer.eraseToReduce()
  }
}

/// The builder of a child that may be absent, for `ifLet`.
@resultBuilder
public enum ChildBuilder<Slot, Message>: _LinkBuilder {
  // Autoclosures, because the compiler would otherwise open an `any Reducer` here instead of selecting the overload
  // below.

  /// The reducer of an optional child.
  @inlinable
  public static func buildExpression<ChildState, R: Reducer<ChildState, Message>>(
    _ child: @autoclosure () -> R
  ) -> R where Slot == ChildState? {
    child()
  }

  /// The reducer of a presented child.
  @inlinable
  public static func buildExpression<ChildState, ChildAction, R: Reducer<ChildState, ChildAction>>(
    _ child: @autoclosure () -> R
  ) -> R where Slot == PresentationState<ChildState>, Message == PresentationAction<ChildAction> {
    child()
  }

  /// An `any Reducer` of an optional child.
  @inlinable
  @_disfavoredOverload
  public static func buildExpression<ChildState>(
    _ child: any Reducer<ChildState, Message>
  ) -> Reduce<ChildState, Message> where Slot == ChildState? {
    child.eraseToReduce()
  }

  /// An `any Reducer` of a presented child.
  @inlinable
  @_disfavoredOverload
  public static func buildExpression<ChildState, ChildAction>(
    _ child: any Reducer<ChildState, ChildAction>
  ) -> Reduce<ChildState, ChildAction>
  where Slot == PresentationState<ChildState>, Message == PresentationAction<ChildAction> {
    child.eraseToReduce()
  }

  /// An optional child that does nothing.
  @inlinable
  public static func buildBlock<ChildState>() -> EmptyReducer<ChildState, Message> where Slot == ChildState? {
    EmptyReducer()
  }

  /// A presented child that does nothing.
  @inlinable
  public static func buildBlock<ChildState, ChildAction>() -> EmptyReducer<ChildState, ChildAction>
  where Slot == PresentationState<ChildState>, Message == PresentationAction<ChildAction> {
    EmptyReducer()
  }

  /// Links an optional child.
  @inlinable
  public static func buildFinalResult<R: Reducer>(_ child: R) -> _OptionalLink<R>
  where Slot == R.State?, Message == R.Action {
    _OptionalLink(child)
  }

  /// Links a presented child.
  @inlinable
  public static func buildFinalResult<R: Reducer>(_ child: R) -> _PresentedLink<R>
  where Slot == PresentationState<R.State>, Message == PresentationAction<R.Action> {
    _PresentedLink(child)
  }
}

/// The builder of an element, for `forEach`.
@resultBuilder
public enum ElementBuilder<Slot, Message>: _LinkBuilder {
  /// The reducer of a row.
  @inlinable
  public static func buildExpression<ID: Hashable & Sendable, RowState, RowAction, R: Reducer<RowState, RowAction>>(
    _ element: @autoclosure () -> R
  ) -> R where Slot == IdentifiedArray<ID, RowState>, Message == IdentifiedAction<ID, RowAction> {
    element()
  }

  /// The reducer of an element of a stack.
  @inlinable
  public static func buildExpression<ElementState, ElementAction, R: Reducer<ElementState, ElementAction>>(
    _ element: @autoclosure () -> R
  ) -> R where Slot == StackState<ElementState>, Message == StackAction<ElementState, ElementAction> {
    element()
  }

  /// An `any Reducer` of a row.
  @inlinable
  @_disfavoredOverload
  public static func buildExpression<ID: Hashable & Sendable, RowState, RowAction>(
    _ element: any Reducer<RowState, RowAction>
  ) -> Reduce<RowState, RowAction>
  where Slot == IdentifiedArray<ID, RowState>, Message == IdentifiedAction<ID, RowAction> {
    element.eraseToReduce()
  }

  /// An `any Reducer` of an element of a stack.
  @inlinable
  @_disfavoredOverload
  public static func buildExpression<ElementState, ElementAction>(
    _ element: any Reducer<ElementState, ElementAction>
  ) -> Reduce<ElementState, ElementAction>
  where Slot == StackState<ElementState>, Message == StackAction<ElementState, ElementAction> {
    element.eraseToReduce()
  }

  /// Rows that do nothing.
  @inlinable
  public static func buildBlock<ID: Hashable & Sendable, RowState, RowAction>() -> EmptyReducer<RowState, RowAction>
  where Slot == IdentifiedArray<ID, RowState>, Message == IdentifiedAction<ID, RowAction> {
    EmptyReducer()
  }

  /// Elements of a stack that do nothing.
  @inlinable
  public static func buildBlock<ElementState, ElementAction>() -> EmptyReducer<ElementState, ElementAction>
  where Slot == StackState<ElementState>, Message == StackAction<ElementState, ElementAction> {
    EmptyReducer()
  }

  /// Links rows.
  @inlinable
  public static func buildFinalResult<ID: Hashable & Sendable, R: Reducer>(_ element: R) -> _RowsLink<ID, R>
  where Slot == IdentifiedArray<ID, R.State>, Message == IdentifiedAction<ID, R.Action> {
    _RowsLink(element)
  }

  /// Links the elements of a stack.
  @inlinable
  public static func buildFinalResult<R: Reducer>(_ element: R) -> _StackLink<R>
  where Slot == StackState<R.State>, Message == StackAction<R.State, R.Action> {
    _StackLink(element)
  }
}
