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
/// A reducer runs only when a ``Store`` runs it, always on the store's actor, one action at a time. Neither the state nor
/// the action nor the reducer has to be `Sendable`.
public protocol Reducer<State, Action> {
  /// What the feature knows. A value; only the reducer changes it.
  associatedtype State

  /// What can happen in the feature: what users do and what effects report.
  associatedtype Action

  /// The type of ``body``; `Never` for a reducer that implements ``reduce(into:action:)`` itself.
  associatedtype Body

  /// Changes the state for one action.
  ///
  /// Don't call this yourself: without a store nobody runs the effects.
  ///
  /// - Parameters:
  ///   - state: The feature's state, changed in place: what an action costs depends on what it touches.
  ///   - action: What happened.
  /// - Returns: What to do in the outside world, often ``Effect/none``.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers that make up this one, run from top to bottom.
  ///
  /// It is evaluated when the first action comes to this reducer in its place in a store, and then kept: in each place where the
  /// reducer stands, once. So the closures in it run for every action, and what stands between them does not: read dependencies
  /// and the like in the closures. Hold no state in it.
  @ReducerBuilder<State, Action> var body: Body { get }
}

/// Some reducer with the state and the action of another: `var body: some ReducerOf<Self>`.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

extension Reducer where Body: Reducer, Body.State == State, Body.Action == Action {
  /// Runs ``body``.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let body = body
    KeptReducer.waiting(for: Self.self)?.keep { state, action in body.reduce(into: &state, action: action) }
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
