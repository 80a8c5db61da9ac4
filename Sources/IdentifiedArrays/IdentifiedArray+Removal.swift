public import OrderedCollections

extension IdentifiedArray {
  /// Removes the element at a position. O(*n*).
  ///
  /// - Parameter index: The position.
  /// - Returns: The removed element.
  @inlinable
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    willRemove(at: index..<index + 1)
    return storage.remove(at: index).value
  }

  /// Removes the first element. The array must not be empty. O(*n*).
  ///
  /// - Returns: The removed element.
  @inlinable
  @discardableResult
  public mutating func removeFirst() -> Element {
    willRemove(at: 0..<Swift.min(1, count))
    return storage.removeFirst().value
  }

  /// Removes the first elements. The array must have that many. O(*n*).
  ///
  /// - Parameter n: The number of elements to remove.
  @inlinable
  public mutating func removeFirst(_ n: Int) {
    willRemove(at: 0..<Swift.min(n, count))
    storage.removeFirst(n)
  }

  /// Removes the last element. The array must not be empty. Amortized O(1).
  ///
  /// - Returns: The removed element.
  @inlinable
  @discardableResult
  public mutating func removeLast() -> Element {
    willRemove(at: Swift.max(0, count - 1)..<count)
    return storage.removeLast().value
  }

  /// Removes the last elements. The array must have that many. O(*n*) for *n* removed elements.
  ///
  /// - Parameter n: The number of elements to remove.
  @inlinable
  public mutating func removeLast(_ n: Int) {
    willRemove(at: Swift.max(0, count - n)..<count)
    storage.removeLast(n)
  }

  /// Removes the elements in a range of positions. O(*n*).
  ///
  /// - Parameter bounds: The range.
  @inlinable
  public mutating func removeSubrange(_ bounds: Range<Int>) {
    willRemove(at: bounds)
    storage.removeSubrange(bounds)
  }

  /// Removes the elements in a range of positions, such as `2...`. O(*n*).
  ///
  /// - Parameter bounds: The range.
  @inlinable
  public mutating func removeSubrange(_ bounds: some RangeExpression<Int>) {
    removeSubrange(bounds.relative(to: self))
  }

  /// Removes all elements. O(*n*).
  ///
  /// - Parameter keepCapacity: Whether to keep the storage.
  @inlinable
  public mutating func removeAll(keepingCapacity keepCapacity: Bool = false) {
    willRemove(at: indices)
    storage.removeAll(keepingCapacity: keepCapacity)
  }

  /// Removes the elements that satisfy a predicate; the others keep their order. O(*n*).
  ///
  /// - Parameter shouldBeRemoved: The predicate.
  /// - Throws: Rethrows the errors of `shouldBeRemoved`. After an error, the array contains its elements in an
  ///   unspecified order.
  @inlinable
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    let observer = elementObserver
    try storage.removeAll { element in
      guard try shouldBeRemoved(element.value) else { return false }
      observer?.willRemove(element.value)
      return true
    }
  }

  /// Returns the elements that satisfy a predicate, in the same order. O(*n*).
  ///
  /// - Parameter isIncluded: The predicate.
  /// - Throws: Rethrows the errors of `isIncluded`.
  @inlinable
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    Self(id: id, storage: try storage.filter { try isIncluded($0.value) })
  }
}
