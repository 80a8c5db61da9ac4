public import OrderedCollections

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
