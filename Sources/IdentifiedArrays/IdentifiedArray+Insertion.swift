public import OrderedCollections

extension IdentifiedArray {
  /// Appends an element. If its identifier exists already, the array is unchanged.
  ///
  /// To replace the existing element instead, use ``updateOrAppend(_:)``. Amortized O(1).
  ///
  /// - Parameter element: The element.
  /// - Returns: Whether the element was appended, and the position of the element with its identifier.
  @inlinable
  @discardableResult
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    insert(element, at: endIndex)
  }

  /// Appends elements. Elements with an existing identifier, including one from earlier in the same sequence, are
  /// skipped.
  ///
  /// Amortized O(*k*) for *k* elements.
  ///
  /// - Parameter elements: The elements.
  @inlinable
  public mutating func append(contentsOf elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  /// Inserts an element. If its identifier exists already, the array is unchanged.
  ///
  /// To replace the existing element instead, use ``updateOrInsert(_:at:)``. O(*n*).
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - index: The position at which to insert it, at most `endIndex`.
  /// - Returns: Whether the element was inserted, and the position of the element with its identifier.
  @inlinable
  @discardableResult
  public mutating func insert(_ element: Element, at index: Int) -> (inserted: Bool, index: Int) {
    let id = element[keyPath: id]
    if let known = storage.index(forKey: id) { return (false, known) }
    storage.updateValue(element, forKey: id, insertingAt: index)
    return (true, index)
  }

  /// Inserts elements. Elements with an existing identifier, including one from earlier in the same sequence, are
  /// skipped.
  ///
  /// O(*n* + *k*) for *k* elements.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - index: The position at which to insert the first of them, at most `endIndex`.
  @inlinable
  public mutating func insert(contentsOf elements: some Sequence<Element>, at index: Int) {
    var unknown = Self(id: id)
    for element in elements where !contains(element) { unknown.append(element) }
    splice(unknown, at: index)
  }

  /// Reserves storage for a number of elements. O(*n*).
  ///
  /// - Parameter minimumCapacity: The number of elements that the array will contain.
  @inlinable
  public mutating func reserveCapacity(_ minimumCapacity: Int) {
    storage.reserveCapacity(minimumCapacity)
  }

  /// Inserts elements with new identifiers. O(*n* + *k*), because the following elements move only once.
  @inlinable
  mutating func splice(_ elements: Self, at index: Int) {
    precondition(
      0...count ~= index,
      "Can't insert at \(index) into an identified array of \(count) elements. Use an index from 0 to endIndex."
    )
    let tail = Self(self[index...])
    storage.removeSubrange(index...)
    append(contentsOf: elements)
    append(contentsOf: tail)
  }
}

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
    willReplace(with: element)
    return storage.replaceElement(at: index, withKey: id, value: element).value
  }

  /// Replaces the element with the same identifier in its position, or appends the element. Amortized O(1).
  ///
  /// - Parameter element: The element.
  /// - Returns: The replaced element, or `nil` if the element was appended.
  @inlinable
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    willReplace(with: element)
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
    willReplace(with: element)
    return storage.updateValue(element, forKey: element[keyPath: id], insertingAt: index)
  }
}
