public import OrderedCollections

/// A collection whose elements can be found by id, for code that is to work with more than ``IdentifiedArray``.
public protocol _IdentifiedCollection<ID, Element>: Collection {
  /// What identifies an element.
  associatedtype ID: Hashable

  /// A collection of ids.
  associatedtype IDs: Collection<ID>

  /// The ids, in the order of the elements.
  var ids: IDs { get }

  /// The element with an id, or `nil` where there is none.
  ///
  /// - Parameter id: The id.
  subscript(id id: ID) -> Element? { get }
}

/// A collection whose elements can be changed, added and removed by id.
public protocol _MutableIdentifiedCollection<ID, Element>: _IdentifiedCollection, MutableCollection {
  /// The element with an id, or `nil` where there is none. Assigning replaces or appends an element, assigning `nil` removes
  /// it.
  ///
  /// - Parameter id: The id.
  subscript(id id: ID) -> Element? { get set }
}

extension IdentifiedArray: _MutableIdentifiedCollection {
  /// The ids of an identified array.
  public typealias IDs = OrderedSet<ID>
}
