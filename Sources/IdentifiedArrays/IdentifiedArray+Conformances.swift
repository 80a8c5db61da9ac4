public import OrderedCollections

extension IdentifiedArray: Equatable where Element: Equatable {
  /// Returns whether two arrays have equal elements in the same order. The identifying property is not compared.
  ///
  /// O(*n*); O(1) if the arrays share their storage.
  ///
  /// - Parameters:
  ///   - left: An array.
  ///   - right: Another array.
  @inlinable
  public static func == (left: Self, right: Self) -> Bool {
    left.elements == right.elements
  }
}

extension IdentifiedArray: Hashable where Element: Hashable {
  /// Hashes the elements in order. O(*n*).
  ///
  /// - Parameter hasher: The hasher.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(elements)
  }
}

extension IdentifiedArray: Encodable where Element: Encodable {
  /// Encodes the elements as an array.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: The errors of the encoder and of the elements.
  public func encode(to encoder: any Encoder) throws {
    try elements.encode(to: encoder)
  }
}

extension IdentifiedArray: Decodable where Element: Decodable & Identifiable, ID == Element.ID {
  /// Decodes an array of elements.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: The errors of the decoder and of the elements, and `DecodingError.dataCorrupted` for a duplicate
  ///   identifier. The message of the latter contains the offset of the duplicate.
  public init(from decoder: any Decoder) throws {
    self.init()
    var container = try decoder.unkeyedContainer()
    if let count = container.count { reserveCapacity(count) }
    while !container.isAtEnd {
      let offset = container.currentIndex
      let element = try container.decode(Element.self)
      let (inserted, first) = append(element)
      guard inserted else {
        // Not made by the container, which would name the next element.
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: container.codingPath + [Offset(intValue: offset)],
            debugDescription:
              "The element at offset \(offset) has the id '\(element.id)' of the element at offset \(first)."
          )
        )
      }
    }
  }
}

/// The place of an element in the path of a decoding error.
private struct Offset: CodingKey {
  let offset: Int
  var intValue: Int? { offset }
  var stringValue: String { "Index \(offset)" }

  init(intValue offset: Int) { self.offset = offset }
  init?(stringValue: String) { nil }
}

extension IdentifiedArray: CustomStringConvertible {
  /// The description of the elements as an array: `[a, b]`.
  public var description: String {
    elements.description
  }
}

extension IdentifiedArray: CustomDebugStringConvertible {
  /// The elements with the type of the array: `IdentifiedArray<Row>([a, b])`.
  public var debugDescription: String {
    "IdentifiedArray<\(Element.self)>(\(elements.debugDescription))"
  }
}

extension IdentifiedArray: CustomReflectable {
  /// A mirror of the elements as a collection, without the storage.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: elements, displayStyle: .collection)
  }
}

/// A collection with access to its elements by identifier, for code that is generic over ``IdentifiedArray``.
public protocol _IdentifiedCollection<ID, Element>: Collection {
  /// The type of the identifiers.
  associatedtype ID: Hashable

  /// A collection of identifiers.
  associatedtype IDs: Collection<ID>

  /// The identifiers, in the order of the elements.
  var ids: IDs { get }

  /// The element with an identifier, or `nil` if there is none.
  ///
  /// - Parameter id: The identifier.
  subscript(id id: ID) -> Element? { get }
}

/// A collection whose elements can be mutated, added and removed by identifier.
public protocol _MutableIdentifiedCollection<ID, Element>: _IdentifiedCollection, MutableCollection {
  /// The element with an identifier, or `nil` if there is none. Setting an element replaces or appends it; setting
  /// `nil` removes it.
  ///
  /// - Parameter id: The identifier.
  subscript(id id: ID) -> Element? { get set }
}

extension IdentifiedArray: _MutableIdentifiedCollection {
  /// The collection of the identifiers.
  public typealias IDs = OrderedSet<ID>
}
