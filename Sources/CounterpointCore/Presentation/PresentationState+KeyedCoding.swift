// In a struct that is coded, what is presented is like any optional: nothing is written for `nil`, and nothing need be there
// to read. The compiler calls these because they fit better than those of the standard library.

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
