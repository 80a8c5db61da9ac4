/// A reducer that is one of several features at a time: an enum with a feature for each case.
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
/// Nobody makes a value of such an enum: the cases only say which features there are.
public protocol CaseReducer<State, Action>: Reducer where State: CaseReducerState, Body: Reducer<State, Action> {
  // Said again so that it follows from the static property, and not from the `body` of reducers without one.

  /// The type of ``body-swift.type.property``.
  associatedtype Body

  /// An enum with the store of a feature, or the data, for each case.
  associatedtype CaseScope

  /// The reducers of all the features, each of which runs in its own case.
  static var body: Body { get }

  /// The store of the feature that the state is in now, or the data.
  ///
  /// - Parameter store: The store of the whole.
  static func scope(_ store: Store<State, Action>) -> CaseScope
}

extension CaseReducer {
  /// The reducers of all the features: the static property of that name.
  @inlinable
  public var body: Body { Self.body }
}

/// The state of a ``CaseReducer``: an enum with the state of a feature, or data, for each case.
public protocol CaseReducerState {
  /// The reducer that this is the state of.
  associatedtype StateReducer: CaseReducer where StateReducer.State == Self
}
