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

extension IdentifiedArray {
  /// The element with an identifier, or `nil` if there is none.
  ///
  /// Setting an element replaces the one with the identifier in its position, or appends it. Setting `nil` removes
  /// the element. Setting an element with a different identifier is a precondition failure.
  ///
  /// ```swift
  /// rows[id: row.id]?.title = "Bach"
  /// ```
  ///
  /// Such a mutation is in place: it copies neither the array nor the element if they are uniquely referenced.
  ///
  /// O(1); removing is O(*n*).
  ///
  /// - Parameter id: The identifier.
  @inlinable
  public subscript(id id: ID) -> Element? {
    get { storage[id] }
    set {
      if let newValue {
        precondition(newValue[keyPath: self.id] == id, changedID(id, newValue))
        willReplace(with: newValue)
      } else {
        willRemove(id: id)
      }
      storage[id] = newValue
    }
    _modify {
      let count = elementsByID.count
      // In a `defer`, so that a mutation that throws is checked too.
      defer {
        if elementsByID.count != count { currentMembership.change() }
        if let element = elementsByID[id] { precondition(element[keyPath: self.id] == id, changedID(id, element)) }
      }
      yield &elementsByID[id]
    }
  }

  /// Returns the position of the element with an identifier, or `nil` if there is none. O(1).
  ///
  /// - Parameter id: The identifier.
  @inlinable
  public func index(id: ID) -> Int? {
    storage.index(forKey: id)
  }

  /// Returns whether the array contains an element with the same identifier. Other properties are not compared.
  /// O(1).
  ///
  /// - Parameter element: An element.
  @inlinable
  public func contains(_ element: Element) -> Bool {
    storage.keys.contains(element[keyPath: id])
  }

  /// Removes the element with an identifier.
  ///
  /// O(*n*).
  ///
  /// - Parameter id: The identifier.
  /// - Returns: The removed element, or `nil` if there was none.
  @inlinable
  @discardableResult
  public mutating func remove(id: ID) -> Element? {
    // The observer is not notified if nothing is removed.
    guard elementsByID.keys.contains(id) else { return nil }
    willRemove(id: id)
    return storage.removeValue(forKey: id)
  }

  /// Removes the element with the same identifier.
  ///
  /// O(*n*).
  ///
  /// - Parameter element: An element. Only its identifier is used.
  /// - Returns: The removed element, or `nil` if there was none.
  @inlinable
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? {
    remove(id: element[keyPath: id])
  }

  /// Returns the message for an element that is stored under a different identifier than its own.
  @usableFromInline
  func changedID(_ id: ID, _ element: Element) -> String {
    """
    An element of an identified array must keep its id, but the one with the id '\(id)' would now have \
    '\(element[keyPath: self.id])'. Remove it and insert the new one, or assign the new one by position.
    """
  }
}
