/// Combines the reducers that a `body` lists: they run from top to bottom, and their effects are merged.
///
/// `if`, `if let`, `switch`, `for … in`, `if #available`, optional reducers and `any Reducer` all work; an empty body
/// does nothing.
@resultBuilder
public enum ReducerBuilder<State, Action> {
  // An autoclosure, because the compiler would otherwise open an `any Reducer` here instead of selecting the overload
  // below.

  /// A reducer on a line of its own.
  @inlinable
  public static func buildExpression<R: Reducer<State, Action>>(_ reducer: @autoclosure () -> R) -> R {
    reducer()
  }

  /// An `any Reducer` on a line of its own.
  @inlinable
  @_disfavoredOverload
  public static func buildExpression(_ reducer: any Reducer<State, Action>) -> Reduce<State, Action> {
    reducer.eraseToReduce()
  }

  /// An empty body: does nothing.
  @inlinable
  public static func buildBlock() -> EmptyReducer<State, Action> {
    EmptyReducer()
  }

  /// The first reducer of a body.
  @inlinable
  public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R {
    first
  }

  /// The reducers so far, and the next one after them.
  @inlinable
  public static func buildPartialBlock<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    accumulated: First,
    next: Second
  ) -> ReducerSequence<First, Second> {
    ReducerSequence(first: accumulated, second: next)
  }

  /// An `if` without an `else`, or an optional reducer: `nil` does nothing.
  @inlinable
  public static func buildOptional<R: Reducer<State, Action>>(_ reducer: R?) -> R? {
    reducer
  }

  /// The branch of an `if` or `switch` that is taken first.
  @inlinable
  public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    first reducer: First
  ) -> EitherReducer<First, Second> {
    EitherReducer(first: reducer)
  }

  /// The other branch of an `if` or `switch`.
  @inlinable
  public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    second reducer: Second
  ) -> EitherReducer<First, Second> {
    EitherReducer(second: reducer)
  }

  /// A `for … in` loop.
  @inlinable
  public static func buildArray<R: Reducer<State, Action>>(_ reducers: [R]) -> ReducerList<R> {
    ReducerList(reducers)
  }

  /// An `if #available`: the reducer's type is forgotten, because it may name what is not there.
  @inlinable
  public static func buildLimitedAvailability<R: Reducer<State, Action>>(_ reducer: R) -> Reduce<State, Action> {
    reducer.eraseToReduce()
  }
}
