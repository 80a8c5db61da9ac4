/// The types of a reducer's state and actions.
///
/// Every reducer conforms. ``ReducerOf`` names this protocol, because a `body` can't be used to find out whether its
/// type is a reducer: in a module whose default isolation is the main actor, the conformance to ``Reducer`` is isolated
/// if the `body` is.
public protocol _ReducerDomain {
  /// The state.
  associatedtype State

  /// The actions.
  associatedtype Action
}

/// A feature's logic: it changes the state for each action, and returns the effects that talk to the outside world.
///
/// Implement **either** ``body``, out of other reducers, **or** ``reduce(into:action:)``:
///
/// ```swift
/// struct Counter: Reducer {
///   struct State { var count = 0 }
///   enum Action { case increment }
///
///   var body: some ReducerOf<Self> {
///     Reduce { state, action in
///       switch action {
///       case .increment:
///         state.count += 1
///         return .none
///       }
///     }
///   }
/// }
/// ```
///
/// Only a ``Store`` runs a reducer, always on the store's actor, one action at a time. The state, the action and the
/// reducer need not be `Sendable`.
public protocol Reducer<State, Action>: _ReducerDomain {
  // Declared again, so that they are inferred from the requirements below.

  /// The feature's state. A value; only the reducer changes it.
  associatedtype State

  /// The feature's actions: what users do and what effects report.
  associatedtype Action

  /// The type of ``body``; `Never` for a reducer that implements ``reduce(into:action:)`` itself.
  associatedtype Body

  /// Changes the state for one action.
  ///
  /// Don't call it directly: only a store runs the effects. Effects that a parent gets by calling its child's reducer
  /// belong to the parent, so that neither the child's actions nor its removal cancel them. Send the child's action
  /// instead: `.send(.rows(.element(id: id, action: .start)))`.
  ///
  /// - Parameters:
  ///   - state: The feature's state, changed in place. The cost of an action depends on what it touches.
  ///   - action: The action.
  /// - Returns: The effect to run, often ``Effect/none``.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers that this one is composed of, run from top to bottom.
  ///
  /// The body is evaluated once per path in a store, for the first action that arrives there, and is then cached. The
  /// closures in it run for every action; the code between them does not. Therefore read dependencies in the closures,
  /// and keep no state in the body.
  @ReducerBuilder<State, Action> var body: Body { get }

  // Requirements instead of a protocol that operators conform to: a conformance that is looked up at run time is not
  // linked from a static archive.

  /// Visits the types of the reducers that this one runs, and says whether it has a lifecycle hook. Don't implement it.
  static func _findHooks(_ search: inout _LifecycleSearch)

  /// Adds the hooks of this reducer, and the children that it composes. Don't implement it.
  func _describe(in lifecycle: inout _FeatureLifecycle<State, Action>)
}

/// Some reducer with the state and the action of another: `var body: some ReducerOf<Self>`.
public typealias ReducerOf<R: _ReducerDomain> = Reducer<R.State, R.Action>

/// The effects of a reducer: `EffectOf<Feature>` is `Effect<Feature.Action>`.
public typealias EffectOf<R: _ReducerDomain> = Effect<R.Action>

/// The `Send` of a reducer's effects: `SendOf<Feature>` is `Send<Feature.Action>`.
public typealias SendOf<R: _ReducerDomain> = Send<R.Action>

extension Reducer where Body: Reducer, Body.State == State, Body.Action == Action {
  /// Runs ``body``.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let body = body
    CachedReducer.takeAwaiting(bodyOf: Self.self)?.cache { state, action in body.reduce(into: &state, action: action) }
    return body.reduce(into: &state, action: action)
  }
}

extension Reducer where Body == Never {
  /// A reducer that implements ``reduce(into:action:)`` has no body: reading it is a programming error.
  public var body: Body {
    fatalError(
      """
      \(Self.self) has no body: it implements 'reduce(into:action:)' itself. Put the whole reducer where you used its \
      body.
      """
    )
  }
}

/// A reducer made from a closure, or from another reducer by ``Reducer/eraseToReduce()``.
public struct Reduce<State, Action>: Reducer {
  @usableFromInline let reduction: (inout State, Action) -> Effect<Action>
  /// The reducer that the closure runs, with its lifecycle; `nil` if the user wrote the closure.
  @usableFromInline let erased: ErasedReducer<State, Action>?

  /// Creates a reducer from a closure.
  ///
  /// - Parameter reduction: Changes the state in place for one action and returns what to do in the outside world.
  @inlinable
  public init(_ reduction: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
    self.reduction = reduction
    self.erased = nil
  }

  @usableFromInline
  init(erasing erased: ErasedReducer<State, Action>, _ reduction: @escaping (inout State, Action) -> Effect<Action>) {
    self.reduction = reduction
    self.erased = erased
  }

  /// Calls the closure.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    reduction(&state, action)
  }
}

/// The reducer that the closure of a ``Reduce`` runs.
///
/// An object, so that a `Reduce` stays small.
@usableFromInline
final class ErasedReducer<State, Action> {
  let reducer: any Reducer<State, Action>

  @usableFromInline
  init(_ reducer: any Reducer<State, Action>) {
    self.reducer = reducer
  }
}

extension Reducer {
  // Not an initializer of `Reduce`, because a second initializer worsens the diagnostics of mistakes in a closure.

  /// Erases the type of this reducer, so that reducers of different types fit in one array or property.
  ///
  /// - Returns: A reducer that calls this one for each action.
  @inlinable
  public func eraseToReduce() -> Reduce<State, Action> {
    let reducer = InnerReducer(self)
    return Reduce(erasing: ErasedReducer(self)) { state, action in reducer.reduce(into: &state, action: action) }
  }
}

/// A group of reducers, to which one operator can be attached.
///
/// The reducers run from top to bottom. Each sees the changes of the previous ones.
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

/// A reducer that does nothing.
public struct EmptyReducer<State, Action>: Reducer {
  /// Creates a reducer that does nothing.
  @inlinable
  public init() {}

  /// Does nothing.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .none
  }
}

extension Optional: _ReducerDomain where Wrapped: Reducer {
  /// The state of the wrapped reducer.
  public typealias State = Wrapped.State
  /// The actions of the wrapped reducer.
  public typealias Action = Wrapped.Action
}

extension Optional: Reducer where Wrapped: Reducer {
  /// Runs the wrapped reducer; `nil` does nothing.
  @inlinable
  public func reduce(into state: inout Wrapped.State, action: Wrapped.Action) -> Effect<Wrapped.Action> {
    self?.reduce(into: &state, action: action) ?? .none
  }
}
