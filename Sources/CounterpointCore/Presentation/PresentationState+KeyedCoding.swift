// In a `Codable` struct, presented state is coded like an optional: `nil` is not written, and an absent value is read
// as `nil`. The compiler prefers these overloads to those of the standard library.

extension KeyedDecodingContainer {
  /// Reads what is presented, nothing if there is no value.
  public func decode<State: Decodable>(
    _ type: PresentationState<State>.Type,
    forKey key: Key
  ) throws -> PresentationState<State> {
    PresentationState(wrappedValue: try decodeIfPresent(State.self, forKey: key))
  }
}

extension KeyedEncodingContainer {
  /// Writes what is presented, nothing for `nil`.
  public mutating func encode<State: Encodable>(_ value: PresentationState<State>, forKey key: Key) throws {
    try encodeIfPresent(value.wrappedValue, forKey: key)
  }
}
