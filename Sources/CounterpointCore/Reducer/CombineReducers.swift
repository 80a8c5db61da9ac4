/// Several reducers as one, so that an operator can be attached to all of them.
///
/// The reducers run from top to bottom; each sees the state that those above left.
public struct CombineReducers<State, Action, Reducers: Reducer<State, Action>>: Reducer {
  @usableFromInline let reducers: InnerReducer<Reducers>

  /// Combines the reducers that the builder lists.
  @inlinable
  public init(@ReducerBuilder<State, Action> _ reducers: () -> Reducers) {
    self.reducers = InnerReducer(reducers())
  }

  /// Runs the reducers from top to bottom.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    reducers.reduce(into: &state, action: action)
  }
}
