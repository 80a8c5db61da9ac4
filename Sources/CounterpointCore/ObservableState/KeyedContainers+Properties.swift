// Called by `@ObservableState` for a struct with its own coding keys: a macro doesn't know the type of `var count =
// 0`, but the compiler knows that of a key path.

extension KeyedDecodingContainer {
  /// Reads the value of a property.
  ///
  /// - Parameters:
  ///   - property: The property, for its type.
  ///   - key: Where it is.
  /// - Throws: What the decoder throws, also if there is nothing.
  public func _$decode<Root, Value: Decodable>(_ property: KeyPath<Root, Value>, forKey key: Key) throws -> Value {
    try decode(Value.self, forKey: key)
  }

  /// Reads the value of an optional property, `nil` if there is none.
  ///
  /// - Parameters:
  ///   - property: The property, for its type.
  ///   - key: Where it is.
  public func _$decode<Root, Value: Decodable>(_ property: KeyPath<Root, Value?>, forKey key: Key) throws -> Value? {
    try decodeIfPresent(Value.self, forKey: key)
  }
}

extension KeyedEncodingContainer {
  /// Writes the value of a property.
  public mutating func _$encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try encode(value, forKey: key)
  }

  /// Writes the value of an optional property, nothing if it is `nil`.
  public mutating func _$encode<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    try encodeIfPresent(value, forKey: key)
  }
}
