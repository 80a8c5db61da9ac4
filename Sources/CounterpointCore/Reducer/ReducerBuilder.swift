/// Combines the reducers that a `body` lists: they run from top to bottom, and their effects are merged.
///
/// `if`, `if let`, `switch`, `for … in`, `if #available`, optional reducers and `any Reducer` all work; an empty body
/// does nothing.
@resultBuilder
public enum ReducerBuilder<State, Action> {
  // An autoclosure, because the compiler would otherwise open an `any Reducer` here instead of selecting the overload
  // below.

  /// A reducer.
  @inlinable
  public static func buildExpression<R: Reducer<State, Action>>(_ reducer: @autoclosure () -> R) -> R {
    reducer()
  }

  /// An `any Reducer`.
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

  /// Appends a reducer to the previous ones.
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

  /// The first branch of an `if` or `switch`.
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

  /// An `if #available`. Erases the reducer's type, which may contain unavailable types.
  @inlinable
  public static func buildLimitedAvailability<R: Reducer<State, Action>>(_ reducer: R) -> Reduce<State, Action> {
    reducer.eraseToReduce()
  }
}

/// Two reducers that run in order. Created by ``ReducerBuilder``.
public struct ReducerSequence<First: Reducer, Second: Reducer<First.State, First.Action>>: Reducer {
  @usableFromInline let first: InnerReducer<First>
  @usableFromInline let second: InnerReducer<Second>

  @usableFromInline
  init(first: First, second: Second) {
    self.first = InnerReducer(first)
    self.second = InnerReducer(second)
  }

  /// Runs the first reducer, then the second.
  @inlinable
  public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    let effect = first.reduce(into: &state, action: action)
    return effect.merge(with: second.reduce(into: &state, action: action))
  }
}

/// One of two reducers, selected by an `if` or a `switch`. Created by ``ReducerBuilder``.
public struct EitherReducer<First: Reducer, Second: Reducer<First.State, First.Action>>: Reducer {
  @usableFromInline
  enum Branch {
    case first(InnerReducer<First>)
    case second(InnerReducer<Second>)
  }

  @usableFromInline let branch: Branch

  @usableFromInline
  init(first: First) {
    branch = .first(InnerReducer(first))
  }

  @usableFromInline
  init(second: Second) {
    branch = .second(InnerReducer(second))
  }

  /// Runs the selected reducer.
  @inlinable
  public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    switch branch {
    case .first(let reducer): reducer.reduce(into: &state, action: action)
    case .second(let reducer): reducer.reduce(into: &state, action: action)
    }
  }
}

/// The reducers of a `for … in` loop, in order. Created by ``ReducerBuilder``.
public struct ReducerList<Element: Reducer>: Reducer {
  @usableFromInline let elements: [InnerReducer<Element>]

  @usableFromInline
  init(_ elements: [Element]) {
    self.elements = elements.map { InnerReducer($0) }
  }

  /// Runs all of them in order.
  @inlinable
  public func reduce(into state: inout Element.State, action: Element.Action) -> Effect<Element.Action> {
    var effect = Effect<Element.Action>.none
    for element in elements {
      effect = effect.merge(with: element.reduce(into: &state, action: action))
    }
    return effect
  }
}
