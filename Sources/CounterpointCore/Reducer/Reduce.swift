/// A reducer made from a closure, or any reducer with its type forgotten.
public struct Reduce<State, Action>: Reducer {
  @usableFromInline let reduction: (inout State, Action) -> Effect<Action>

  /// Makes a reducer from a closure.
  ///
  /// - Parameter reduction: Changes the state in place for one action and returns what to do in the outside world.
  @inlinable
  public init(_ reduction: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    self.reduction = reduction
  }

  /// Forgets the type of a reducer, so that different ones fit in one place.
  @inlinable
  public init(_ reducer: some Reducer<State, Action>) {
    let reducer = InnerReducer(reducer)
    self.init { state, action in reducer.reduce(into: &state, action: action) }
  }

  /// Calls the closure.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    reduction(&state, action)
  }
}
