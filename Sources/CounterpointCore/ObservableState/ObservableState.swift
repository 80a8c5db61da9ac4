public import Observation

/// State whose fields can be observed one by one.
///
/// `@ObservableState` writes the conformance. An observer that reads `store.count` inside `withObservationTracking` (or
/// `Observations`, or a SwiftUI view) is notified only of changes of `count`. It is notified once per action, after the
/// store has settled.
///
/// An edit of a copy notifies no observer. If the copy is assigned, the observers of the differing fields are notified.
///
/// ## Writing it by hand
///
/// Each observed field is a computed property over a stored property, with a unique number:
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
///       defer { _$observationRegistrar.didModify(&_count, edit, field: 0) }
///       yield &_count
///     }
///   }
///
///   static func _$fields(_ fields: _ObservedFields<Self>) {
///     fields.add(0, \.count, stored: \._count, registrar: \._$observationRegistrar)
///   }
///
///   var _$id: ObservableStateID { _$observationRegistrar.id }
///   mutating func _$willModify() { _$observationRegistrar.willModify() }
/// }
/// ```
public protocol ObservableState: Observable, _IdentityTracked {
  /// The identity of the value. Copies share it; each new value has a unique one.
  var _$id: ObservableStateID { get }

  /// Changes the identity of the value before an edit in place, to distinguish it from earlier copies. The observers of
  /// its fields stay.
  mutating func _$willModify()

  /// Lists the observed fields, once for each type.
  ///
  /// Reducers of a part of the state change the *stored* property behind a field, because a write through a key path to
  /// a computed property copies the value.
  static func _$fields(_ fields: _ObservedFields<Self>)
}

extension ObservableState {
  /// Lists no fields. Writes through key paths then use the computed properties.
  public static func _$fields(_ fields: _ObservedFields<Self>) {}
}

// Called by code that `@ObservableState` writes for a struct with its own coding keys. The macro does not know the type
// of `var count = 0`, but the compiler infers the type of a key path.

extension KeyedDecodingContainer {
  /// Reads the value of a property.
  ///
  /// - Parameters:
  ///   - property: The property, for its type.
  ///   - key: The coding key.
  /// - Throws: The error of the decoder, for example if there is no value.
  public func _$decode<Root, Value: Decodable>(_ property: KeyPath<Root, Value>, forKey key: Key) throws -> Value {
    try decode(Value.self, forKey: key)
  }

  /// Reads the value of an optional property, `nil` if there is none.
  ///
  /// - Parameters:
  ///   - property: The property, for its type.
  ///   - key: The coding key.
  public func _$decode<Root, Value: Decodable>(_ property: KeyPath<Root, Value?>, forKey key: Key) throws -> Value? {
    try decodeIfPresent(Value.self, forKey: key)
  }
}

extension KeyedEncodingContainer {
  /// Writes the value of a property.
  public mutating func _$encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try encode(value, forKey: key)
  }

  /// Writes the value of an optional property. Writes nothing for `nil`.
  public mutating func _$encode<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    try encodeIfPresent(value, forKey: key)
  }
}
