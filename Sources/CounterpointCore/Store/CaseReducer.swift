/// A reducer for an enum of features, of which one is active at a time.
///
/// The macro `@Reducer` writes the conformance for an enum like this one:
///
/// ```swift
/// @Reducer
/// enum Destination {
///   case edit(EditFeature)
///   case alert(AlertState<Alert>)
/// }
/// ```
///
/// The enum is never instantiated: its cases only list the features.
public protocol CaseReducer<State, Action>: Reducer where State: CaseReducerState, Body: Reducer<State, Action> {
  // Declared again, so that it is inferred from the static property and not from the `body` of reducers without one.

  /// The type of ``body-swift.type.property``.
  associatedtype Body

  /// An enum with the store of a feature, or the data, for each case.
  associatedtype CaseScope

  /// The reducers of all features. Each runs only in its own case.
  static var body: Body { get }

  /// Returns the store of the current case's feature, or the case's data.
  ///
  /// - Parameter store: The store of the enum.
  static func scope(_ store: Store<State, Action>) -> CaseScope
}

extension CaseReducer {
  /// The reducers of all features.
  @inlinable
  public var body: Body { Self.body }
}

/// A state that names its reducer.
public protocol _OwnReducerState {
  /// The reducer of the state.
  associatedtype OwnReducer: Reducer where OwnReducer.State == Self

  /// The reducer of the state.
  static var _ownReducer: OwnReducer { get }
}

/// The state of a ``CaseReducer``: an enum with the state of a feature, or data, for each case.
public protocol CaseReducerState: _ErasedReducerState, _OwnReducerState {
  /// The reducer of this state.
  associatedtype StateReducer: CaseReducer where StateReducer.State == Self

  /// The type of the reducer.
  ///
  /// The macro implements this requirement and those of the inherited protocols. In a module whose default isolation is
  /// the main actor, the conformances are then isolated as their members are. Without members of the type's own, the
  /// compiler derives the isolation from that of the reducers, which it may be about to find out.
  static var _stateReducer: StateReducer.Type { get }
}

extension CaseReducerState {
  /// The reducers of all features, to find those with a lifecycle.
  public static var _erasedReducer: any Reducer { StateReducer.body }

  // `OwnReducer` is inferred from it. As a requirement of the protocol, it would need the requirements of
  // `CaseReducer`, which need those of this protocol.

  /// The reducers of all features.
  public static var _ownReducer: _CaseBody<StateReducer> { _CaseBody() }

  /// The type of the reducer.
  public static var _stateReducer: StateReducer.Type { StateReducer.self }
}

/// The reducers of all features of a ``CaseReducer``, as a value, because the enum has none.
public struct _CaseBody<Cases: CaseReducer>: Reducer {
  /// The state of the enum.
  public typealias State = Cases.State
  /// The action of the enum.
  public typealias Action = Cases.Action

  /// Creates the reducers.
  public init() {}

  /// The reducers of all features.
  public var body: Cases.Body { Cases.body }
}
