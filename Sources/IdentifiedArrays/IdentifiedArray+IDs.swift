public import OrderedCollections

extension IdentifiedArray {
  /// The element with an id, or `nil` where there is none.
  ///
  /// Assigning an element replaces the one that has the id, where it is, or appends it; assigning `nil` removes it. The
  /// element must have the id under which it is assigned: anything else is a precondition failure.
  ///
  /// ```swift
  /// rows[id: row.id]?.title = "Bach"
  /// ```
  ///
  /// An edit like this is in place: neither the array nor the element is copied while nobody else holds it.
  ///
  /// O(1); removing is O(*n*).
  ///
  /// - Parameter id: The id.
  @inlinable
  public subscript(id id: ID) -> Element? {
    get { storage[id] }
    set {
      if let newValue { precondition(newValue[keyPath: self.id] == id, changedID(id, newValue)) }
      willRemove(id: id)
      storage[id] = newValue
    }
    _modify {
      let count = elementsByID.count
      // In a defer, so that an edit that throws is looked at too.
      defer {
        if elementsByID.count != count { currentMembership.change() }
        if let element = elementsByID[id] { precondition(element[keyPath: self.id] == id, changedID(id, element)) }
      }
      yield &elementsByID[id]
    }
  }

  /// Where the element with an id is, or `nil` where there is none. O(1).
  ///
  /// - Parameter id: The id.
  @inlinable
  public func index(id: ID) -> Int? {
    storage.index(forKey: id)
  }

  /// Whether an element with the id of this one is in the array. What else the two have in common does not matter. O(1).
  ///
  /// - Parameter element: An element.
  @inlinable
  public func contains(_ element: Element) -> Bool {
    storage.keys.contains(element[keyPath: id])
  }

  /// Removes the element with an id.
  ///
  /// O(*n*).
  ///
  /// - Parameter id: The id.
  /// - Returns: The removed element, or `nil` where there was none.
  @inlinable
  @discardableResult
  public mutating func remove(id: ID) -> Element? {
    willRemove(id: id)
    return storage.removeValue(forKey: id)
  }

  /// Removes the element that has the id of this one.
  ///
  /// O(*n*).
  ///
  /// - Parameter element: An element; only its id matters.
  /// - Returns: The removed element, or `nil` where there was none.
  @inlinable
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? {
    remove(id: element[keyPath: id])
  }

  /// The text of the failure of an element that is stored under an id that is not its own.
  @usableFromInline
  func changedID(_ id: ID, _ element: Element) -> String {
    """
    An element of an identified array must keep its id, but the one with the id '\(id)' would now have \
    '\(element[keyPath: self.id])'. Remove it and insert the new one, or assign the new one by position.
    """
  }
}
