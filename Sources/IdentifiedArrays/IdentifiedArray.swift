public import OrderedCollections

/// Elements in an order of your choice, each with an id of its own, found by position or by id.
///
/// It combines what an array does (positions, an order, mutable algorithms) with what a dictionary does (finding, changing
/// and removing by id without a search), and no two of its elements have the same id.
///
/// ```swift
/// var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
/// rows[id: 2]?.count += 1   // in place, O(1)
/// rows.append(Row(id: 3))
/// rows.move(fromOffsets: [2], toOffset: 0)
/// ```
///
/// Where the elements are not `Identifiable`, or another property is to identify them, name it:
/// `IdentifiedArray(uniqueElements: numbers, id: \.self)`.
///
/// An element keeps its id for as long as it is in the array: an edit in place that changes it is a precondition failure. To
/// put another element into its place, assign it by position.
public struct IdentifiedArray<ID: Hashable, Element> {
  /// Gives an element's id.
  public let id: any KeyPath<Element, ID> & Sendable

  /// The elements by id. At every time, each key is the id of its value.
  @usableFromInline var elementsByID: OrderedDictionary<ID, Element>

  /// Tells whether elements have come, gone, moved or been replaced.
  package var membership: Membership { currentMembership }
  @usableFromInline var currentMembership: Membership

  /// The elements by id, for all changes but edits of an element in place.
  @inlinable var storage: OrderedDictionary<ID, Element> {
    get { elementsByID }
    _modify {
      currentMembership.change()
      yield &elementsByID
    }
  }

  @inlinable
  init(id: any KeyPath<Element, ID> & Sendable, storage: OrderedDictionary<ID, Element>) {
    self.id = id
    self.elementsByID = storage
    self.currentMembership = Membership()
    if !storage.isEmpty { currentMembership.change() }
  }

  /// The ids, in the order of the elements: hashed, so that asking whether an id is among them takes O(1).
  @inlinable
  public var ids: OrderedSet<ID> { storage.keys }

  /// The elements as a plain array. O(1): the two share their storage until one of them changes.
  @inlinable
  public var elements: [Element] { storage.values.elements }
}

/// An identified array of elements that are `Identifiable`, by their own id.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

extension IdentifiedArray: Sendable where ID: Sendable, Element: Sendable {}
