public import Observation

/// State whose fields can be observed one by one.
///
/// `@ObservableState` writes the conformance. A read of `store.count` inside `withObservationTracking` (or
/// `Observations`, or a SwiftUI view) is notified only of changes of `count`: once for all changes of an action, after
/// it has settled.
///
/// An edit of a copy notifies no observer. If the copy is assigned, the observers of the differing fields are notified.
///
/// ## Writing it by hand
///
/// Each observed field is a computed property over a stored one, with a number of its own:
///
/// ```swift
/// struct State: ObservableState {
///   var _$observationRegistrar = ObservationStateRegistrar()
///   var _count = 0
///
///   var count: Int {
///     get { _$observationRegistrar.access(0); return _count }
///     set { _$observationRegistrar.set(&_count, to: newValue, field: 0) }
///     _modify {
///       let edit = _$observationRegistrar.willModify(&_count, field: 0)
///       defer { _$observationRegistrar.didModify(_count, edit, field: 0) }
///       yield &_count
///     }
///   }
///
///   static func _$fields(_ fields: ObservedFields<Self>) {
///     fields.add(0, \.count, stored: \._count, registrar: \._$observationRegistrar)
///   }
///
///   var _$id: ObservableStateID { _$observationRegistrar.id }
///   mutating func _$willModify() { _$observationRegistrar.willModify() }
/// }
/// ```
public protocol ObservableState: Observable, IdentityTracked, SendableMetatype {
  /// The identity of the value: copied with it, and another one for each new value.
  var _$id: ObservableStateID { get }

  /// Gives the value a new identity, because it is about to be edited in place: a copy that was taken before is not the
  /// same as the edited original. Observers of its fields stay.
  mutating func _$willModify()

  /// Lists the observed fields, once for each type.
  ///
  /// Reducers of a part of the state change the *stored* property behind a field, or behind a field of a field,
  /// because writing through a key path to a computed property copies the value.
  static func _$fields(_ fields: ObservedFields<Self>)
}

extension ObservableState {
  /// Lists none: what is written through key paths is written through the properties they name.
  public static func _$fields(_ fields: ObservedFields<Self>) {}
}
