public import OrderedCollections

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
      if let newValue { precondition(newValue[keyPath: self.id] == id, changedID(id, newValue)) }
      willRemove(id: id)
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
