public import OrderedCollections

extension IdentifiedArray {
  /// Replaces an element with a new version that has the same identifier.
  ///
  /// To replace it with an element with another identifier, assign by position. O(1).
  ///
  /// - Parameters:
  ///   - element: The new version. Another identifier is a precondition failure.
  ///   - index: The position of the element.
  /// - Returns: The old version.
  @inlinable
  @discardableResult
  public mutating func update(_ element: Element, at index: Int) -> Element {
    let id = storage.keys[index]
    precondition(element[keyPath: self.id] == id, changedID(id, element))
    willRemove(at: index..<index + 1)
    return storage.replaceElement(at: index, withKey: id, value: element).value
  }

  /// Replaces the element with the same identifier in its position, or appends the element. Amortized O(1).
  ///
  /// - Parameter element: The element.
  /// - Returns: The replaced element, or `nil` if the element was appended.
  @inlinable
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    willRemove(id: element[keyPath: id])
    return storage.updateValue(element, forKey: element[keyPath: id])
  }

  /// Replaces the element with the same identifier in its position, or inserts the element. O(*n*).
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - index: The position at which to insert a new element, at most `endIndex`.
  /// - Returns: The replaced element, or `nil` if the element was inserted, and its position.
  @inlinable
  @discardableResult
  public mutating func updateOrInsert(
    _ element: Element,
    at index: Int
  ) -> (originalMember: Element?, index: Int) {
    willRemove(id: element[keyPath: id])
    return storage.updateValue(element, forKey: element[keyPath: id], insertingAt: index)
  }
}
