/// A reducer made from a closure, or from another reducer by ``Reducer/eraseToReduce()``.
public struct Reduce<State, Action>: Reducer {
  @usableFromInline let reduction: (inout State, Action) -> Effect<Action>

  /// Creates a reducer from a closure.
  ///
  /// - Parameter reduction: Changes the state in place for one action and returns what to do in the outside world.
  @inlinable
  public init(_ reduction: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    self.reduction = reduction
  }

  /// Calls the closure.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    reduction(&state, action)
  }
}

extension Reducer {
  // Not an initializer of `Reduce`, because a second one spoils the compiler's diagnostics of mistakes in a closure.

  /// Erases the type of this reducer, so that reducers of different types fit in one array or property.
  ///
  /// - Returns: A reducer that calls this one for each action.
  @inlinable
  public func eraseToReduce() -> Reduce<State, Action> {
    let reducer = InnerReducer(self)
    return Reduce { state, action in reducer.reduce(into: &state, action: action) }
  }
}
