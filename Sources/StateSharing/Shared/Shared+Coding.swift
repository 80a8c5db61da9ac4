@_spi(Internals) import CounterpointSupport

extension Shared: Encodable where Value: Encodable {
  /// Encodes the value. In a recording, encodes the name of the key as well.
  ///
  /// - Throws: The error of the encoder. In a recording, an `EncodingError` inside a closure that changes the value
  ///   in place.
  public func encode(to encoder: any Encoder) throws {
    try encodeWrapper(of: reference, to: encoder) { storage.value(SharedTracking.view) }
  }
}

extension Shared: Decodable where Value: Decodable {
  /// Decodes a wrapper in the replay of a recording. All wrappers with the same name share a value without storage.
  ///
  /// - Throws: A `DecodingError` outside of replays, because the stored data does not contain the key. Leave the
  ///   property out of the type's coding keys.
  public init(from decoder: any Decoder) throws {
    self.init(reference: try decodeReference(from: decoder))
  }
}

extension SharedReader: Encodable where Value: Encodable {
  /// Encodes the value. In a recording, encodes the name of the key as well.
  ///
  /// - Throws: The error of the encoder. In a recording, an `EncodingError` inside a closure that changes the value
  ///   in place.
  public func encode(to encoder: any Encoder) throws {
    try encodeWrapper(of: reference, to: encoder) { storage.value(SharedTracking.viewOfReaders) }
  }
}

extension SharedReader: Decodable where Value: Decodable {
  /// Decodes a wrapper in the replay of a recording. All wrappers with the same name share a value without storage.
  ///
  /// - Throws: A `DecodingError` outside of replays, because the stored data does not contain the key. Leave the
  ///   property out of the type's coding keys.
  public init(from decoder: any Decoder) throws {
    self.init(reference: try decodeReference(from: decoder))
  }
}

/// The properties of a wrapper in a recording.
private enum WrapperKey: CodingKey {
  case shared, value
}

private func encodeWrapper<Value: Encodable>(
  of reference: Reference<Value>,
  to encoder: any Encoder,
  value: () -> Value
) throws {
  guard let coding = RecordingCoding.in(encoder.userInfo) else { return try value().encode(to: encoder) }
  // A read inside a change in place would stop the program, which a recording must not do.
  guard !ThreadChanges.refusesRead(of: reference.root) else {
    let text = "'\(reference.root.name)' was encoded inside a closure that changes it in place."
    throw EncodingError.invalidValue(
      reference.root.name,
      EncodingError.Context(codingPath: encoder.codingPath, debugDescription: text)
    )
  }
  let table = coding.sharedValues as? SharedValueTable
  var container = encoder.container(keyedBy: WrapperKey.self)
  // Registered before the value is read, so that a later change by another thread is not missed.
  let name = table?.register(reference) ?? reference.recordedName { _ in nil }
  try container.encodeIfPresent(name, forKey: .shared)
  try container.encode(value(), forKey: .value)
}

private func decodeReference<Value: Decodable>(from decoder: any Decoder) throws -> RootReference<Value> {
  guard let coding = RecordingCoding.in(decoder.userInfo) else {
    let text = """
      A shared value can be decoded only from a recording. Its key is not stored with it: leave the property out of the \
      coding keys of its type.
      """
    throw DecodingError.dataCorrupted(DecodingError.Context(codingPath: decoder.codingPath, debugDescription: text))
  }
  let container = try decoder.container(keyedBy: WrapperKey.self)
  guard let name = try container.decodeIfPresent(String.self, forKey: .shared),
    let table = coding.sharedValues as? SharedValueTable
  else { return RootReference(try container.decode(Value.self, forKey: .value)) }
  let root = table.decodedRoot(named: name, value: try container.decode(Value.self, forKey: .value))
  guard let root else {
    throw DecodingError.dataCorruptedError(
      forKey: .shared,
      in: container,
      debugDescription: "The recording has values of two types with the name '\(name)'; one of them is '\(Value.self)'."
    )
  }
  return root
}
