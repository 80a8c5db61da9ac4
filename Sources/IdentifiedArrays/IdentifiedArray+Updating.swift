public import OrderedCollections

extension IdentifiedArray {
  /// Replaces an element by a newer version of itself.
  ///
  /// To put another element into its place, with another id, assign it by position. O(1).
  ///
  /// - Parameters:
  ///   - element: The new version, with the id of the old one; another id is a precondition failure.
  ///   - index: Where the element is.
  /// - Returns: The old version.
  @inlinable
  @discardableResult
  public mutating func update(_ element: Element, at index: Int) -> Element {
    let id = storage.keys[index]
    precondition(element[keyPath: self.id] == id, changedID(id, element))
    willRemove(at: index..<index + 1)
    return storage.replaceElement(at: index, withKey: id, value: element).value
  }

  /// Replaces the element that has the id of this one, where it is, or adds this one at the end. Amortised O(1).
  ///
  /// - Parameter element: The element.
  /// - Returns: The replaced element, or `nil` when this one is new.
  @inlinable
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    willRemove(id: element[keyPath: id])
    return storage.updateValue(element, forKey: element[keyPath: id])
  }

  /// Replaces the element that has the id of this one, where it is, or inserts this one. O(*n*).
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - index: Where to insert the element when it is new, at most `endIndex`.
  /// - Returns: The replaced element, or `nil` when this one is new, and where this one is now.
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
