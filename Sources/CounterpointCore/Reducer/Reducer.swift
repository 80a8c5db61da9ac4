/// A feature's logic: how its state changes when an action happens, and which effects then talk to the outside world.
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
public protocol Reducer<State, Action> {
  /// The feature's state. A value; only the reducer changes it.
  associatedtype State

  /// The feature's actions: what users do and what effects report.
  associatedtype Action

  /// The type of ``body``; `Never` for a reducer that implements ``reduce(into:action:)`` itself.
  associatedtype Body

  /// Changes the state for one action.
  ///
  /// Don't call it directly: only a store runs the effects.
  ///
  /// - Parameters:
  ///   - state: The feature's state, changed in place. The cost of an action depends on what it touches.
  ///   - action: The action.
  /// - Returns: The effect to run, often ``Effect/none``.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers that this one is composed of, run from top to bottom.
  ///
  /// Evaluated for the first action that arrives at this reducer's path in a store, and then cached: once per path.
  /// So the closures in it run for every action, and the code between them does not. Read dependencies and the like
  /// in the closures. Keep no state in it.
  @ReducerBuilder<State, Action> var body: Body { get }
}

/// Some reducer with the state and the action of another: `var body: some ReducerOf<Self>`.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

/// The effects of a reducer: `EffectOf<Feature>` is `Effect<Feature.Action>`.
public typealias EffectOf<R: Reducer> = Effect<R.Action>

/// The `Send` of a reducer's effects: `SendOf<Feature>` is `Send<Feature.Action>`.
public typealias SendOf<R: Reducer> = Send<R.Action>

extension Reducer where Body: Reducer, Body.State == State, Body.Action == Action {
  /// Runs ``body``.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let body = body
    CachedReducer.waiting(for: Self.self)?.keep { state, action in body.reduce(into: &state, action: action) }
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
