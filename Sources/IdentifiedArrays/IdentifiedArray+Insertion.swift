public import OrderedCollections

extension IdentifiedArray {
  /// Adds an element at the end, unless its id is known: then nothing changes.
  ///
  /// To replace the element with that id instead, use ``updateOrAppend(_:)``. Amortised O(1).
  ///
  /// - Parameter element: The element.
  /// - Returns: Whether the element was added, and where the element with its id is now.
  @inlinable
  @discardableResult
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    insert(element, at: endIndex)
  }

  /// Adds elements at the end. Elements whose id is known, also from earlier in the same sequence, are skipped.
  ///
  /// Amortised O(*k*) for *k* elements.
  ///
  /// - Parameter elements: The elements.
  @inlinable
  public mutating func append(contentsOf elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  /// Inserts an element, unless its id is known: then nothing changes, and the element with that id stays where it is.
  ///
  /// To replace the element with that id instead, use ``updateOrInsert(_:at:)``. O(*n*).
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - index: Where to insert it, at most `endIndex`.
  /// - Returns: Whether the element was inserted, and where the element with its id is now.
  @inlinable
  @discardableResult
  public mutating func insert(_ element: Element, at index: Int) -> (inserted: Bool, index: Int) {
    let id = element[keyPath: id]
    if let known = storage.index(forKey: id) { return (false, known) }
    storage.updateValue(element, forKey: id, insertingAt: index)
    return (true, index)
  }

  /// Inserts elements, one after the other. Elements whose id is known, also from earlier in the same sequence, are skipped.
  ///
  /// O(*n* + *k*) for *k* elements.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - index: Where to insert the first of them, at most `endIndex`.
  @inlinable
  public mutating func insert(contentsOf elements: some Sequence<Element>, at index: Int) {
    var unknown = Self(id: id)
    for element in elements where !contains(element) { unknown.append(element) }
    splice(unknown, at: index)
  }

  /// Makes room for elements to come, so that adding them does not have to. O(*n*).
  ///
  /// - Parameter minimumCapacity: How many elements the array will hold in all.
  @inlinable
  public mutating func reserveCapacity(_ minimumCapacity: Int) {
    storage.reserveCapacity(minimumCapacity)
  }

  /// Inserts elements whose ids are not in the array. O(*n* + *k*), because what follows moves once.
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
