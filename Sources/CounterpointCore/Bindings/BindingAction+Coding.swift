@_spi(Internals) import CounterpointSupport

extension BindingAction: Encodable where Root: ObservableState {
  /// Encodes the name of the property and the new value: `{"set":"draft.email","to":"bach@example.org"}`.
  ///
  /// - Throws: An `EncodingError` if the property has no name, or if the value is not `Encodable`. A property has a
  ///   name if it is an observed field of the state or of a nested observable value.
  public func encode(to encoder: any Encoder) throws {
    let names = FieldTable<Root>.ofRoot().names
    guard let name = names.name(of: keyPath) else {
      let text = """
        A binding of '\(Root.self)' sets a property without a name. Only observed fields of the state and of nested \
        observable values have one; elements, unwrapped values and other computed properties have none.
        """
      throw EncodingError.invalidValue(
        keyPath,
        EncodingError.Context(codingPath: encoder.codingPath, debugDescription: text)
      )
    }
    guard let value = value as? any Encodable else {
      throw EncodingError.invalidValue(
        keyPath,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "The binding of '\(name)' sets a '\(type(of: value))', which is not Encodable."
        )
      )
    }
    let property = names.lastProperty(of: name)
    let written = RecordingCoding.in(encoder.userInfo)?.standIn(value, property.name, property.owner) ?? value
    var container = encoder.container(keyedBy: BindingKey.self)
    try container.encode(name, forKey: .set)
    try container.encode(written, forKey: .to)
  }
}

extension BindingAction: Decodable where Root: ObservableState {
  /// Decodes the action from the name of the property and the new value.
  ///
  /// - Throws: A `DecodingError` if the state has no such property, or if its type is not `Decodable` and `Equatable`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: BindingKey.self)
    let name = try container.decode(String.self, forKey: .set)
    guard let property = FieldTable<Root>.ofRoot().names.property(named: name) else {
      throw DecodingError.dataCorruptedError(
        forKey: .set,
        in: container,
        debugDescription: "'\(Root.self)' has no observed field '\(name)'."
      )
    }
    let valueType = type(of: property).valueType
    guard let type = valueType as? any (Decodable & Equatable).Type else {
      throw DecodingError.dataCorruptedError(
        forKey: .to,
        in: container,
        debugDescription: "The type '\(valueType)' of '\(name)' is not Decodable and Equatable."
      )
    }
    func decode<Value: Decodable & Equatable & Sendable>(_ type: Value.Type) throws -> Self? {
      guard let property = property as? WritableKeyPath<Root, Value> else { return nil }
      return .set(sendable(property), try container.decode(Value.self, forKey: .to))
    }
    let sendableType = sendable(type)
    guard let action = try decode(sendableType) else {
      throw DecodingError.dataCorruptedError(forKey: .set, in: container, debugDescription: "'\(name)' is read-only.")
    }
    self = action
  }
}

private enum BindingKey: CodingKey {
  case set, to
}
