@_spi(Internals) import CounterpointSupport
import OrderedCollections

extension StackState: Decodable where Element: Decodable {
  /// Decodes a plain array of elements, which get new ids. In a recording, the elements keep their ids.
  public init(from decoder: any Decoder) throws {
    guard RecordingCoding.in(decoder.userInfo) != nil else {
      self.init(try [Element](from: decoder))
      return
    }
    self.init()
    for element in try [IdentifiedElement<Element>](from: decoder) {
      guard !contains(element.id) else {
        let text = "The stack contains two elements with the id \(element.id.generation)."
        throw DecodingError.dataCorrupted(DecodingError.Context(codingPath: decoder.codingPath, debugDescription: text))
      }
      push(element.element, id: element.id)
    }
  }
}

extension StackState: Encodable where Element: Encodable {
  /// Encodes the elements as a plain array. In a recording, each is written with its id.
  public func encode(to encoder: any Encoder) throws {
    guard RecordingCoding.in(encoder.userInfo) != nil else {
      try elements.values.elements.encode(to: encoder)
      return
    }
    var container = encoder.unkeyedContainer()
    for (id, element) in elements { try container.encode(IdentifiedElement(id: id, element: element)) }
  }
}

/// An element of a stack in a recording.
private struct IdentifiedElement<Element> {
  let id: StackElementID
  let element: Element
}

extension IdentifiedElement: Decodable where Element: Decodable {}
extension IdentifiedElement: Encodable where Element: Encodable {}
