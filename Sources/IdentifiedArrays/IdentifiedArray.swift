public import OrderedCollections

/// An ordered collection of elements with unique identifiers, which can be accessed by position or by identifier.
///
/// Like an array it has positions, an order, and mutating algorithms. Like a dictionary it finds, mutates and
/// removes elements by identifier without a linear search; removal is O(*n*).
///
/// ```swift
/// var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
/// rows[id: 2]?.count += 1   // in place, O(1)
/// rows.append(Row(id: 3))
/// rows.move(fromOffsets: [2], toOffset: 0)
/// ```
///
/// For elements that are not `Identifiable`, or to identify them by another property, specify the property:
/// `IdentifiedArray(uniqueElements: numbers, id: \.self)`.
///
/// The identifier of an element can't change while the element is in the array: a mutation in place that changes it
/// is a precondition failure. To replace the element with another one, assign by position.
public struct IdentifiedArray<ID: Hashable, Element> {
  /// The key path from an element to its identifier.
  public let id: any KeyPath<Element, ID> & Sendable

  /// The elements by identifier. Invariant: each key is the identifier of its value.
  @usableFromInline var elementsByID: OrderedDictionary<ID, Element>

  /// The version of the elements, which changes when elements are added, removed, moved or replaced.
  package var membership: Membership { currentMembership }
  @usableFromInline var currentMembership: Membership

  /// The elements by identifier, for all mutations except those of an element in place.
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

  /// The identifiers, in the order of the elements, as a set with O(1) lookup.
  @inlinable
  public var ids: OrderedSet<ID> { storage.keys }

  /// The elements as an array. O(1): both share their storage until a mutation (copy-on-write).
  @inlinable
  public var elements: [Element] { storage.values.elements }
}

/// An identified array of `Identifiable` elements.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

extension IdentifiedArray: Sendable where ID: Sendable, Element: Sendable {}
