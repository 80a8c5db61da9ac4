extension IdentifiedArray: Encodable where Element: Encodable {
  /// Encodes the elements as a plain array.
  ///
  /// - Parameter encoder: Takes the elements.
  /// - Throws: What the encoder or an element throws.
  public func encode(to encoder: any Encoder) throws {
    try elements.encode(to: encoder)
  }
}

extension IdentifiedArray: Decodable where Element: Decodable & Identifiable, ID == Element.ID {
  /// Decodes a plain array of elements.
  ///
  /// - Parameter decoder: Gives the elements.
  /// - Throws: What the decoder or an element throws, and `DecodingError.dataCorrupted` when an id comes a second time; its
  ///   text names the offset of the second.
  public init(from decoder: any Decoder) throws {
    self.init()
    var container = try decoder.unkeyedContainer()
    if let count = container.count { reserveCapacity(count) }
    while !container.isAtEnd {
      let offset = container.currentIndex
      let element = try container.decode(Element.self)
      let (inserted, first) = append(element)
      guard inserted else {
        throw DecodingError.dataCorruptedError(
          in: container,
          debugDescription:
            "The element at offset \(offset) has the id '\(element.id)' of the element at offset \(first)."
        )
      }
    }
  }
}
