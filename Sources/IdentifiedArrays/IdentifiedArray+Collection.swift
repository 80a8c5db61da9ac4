public import OrderedCollections

extension IdentifiedArray: RandomAccessCollection, MutableCollection {
  /// A position, counted from zero.
  public typealias Index = Int

  /// The range of the positions.
  public typealias Indices = Range<Int>

  /// A slice, which shares its positions with the array.
  public typealias SubSequence = Slice<Self>

  /// An iterator over the elements in order.
  public typealias Iterator = IndexingIterator<[Element]>

  /// The position of the first element, which is zero.
  @inlinable
  public var startIndex: Int { 0 }

  /// The position after the last element.
  @inlinable
  public var endIndex: Int { storage.count }

  /// The number of elements. O(1).
  @inlinable
  public var count: Int { storage.count }

  /// Returns an iterator over the elements in order. O(1).
  @inlinable
  public func makeIterator() -> IndexingIterator<[Element]> {
    elements.makeIterator()
  }

  /// Calls a closure with the contiguous storage of the elements, without copying it.
  ///
  /// - Parameter body: The closure. The buffer is valid only during the call.
  /// - Returns: The result of `body`.
  /// - Throws: Rethrows the errors of `body`.
  @inlinable
  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    // The buffer is passed on unchanged; as with an array, the caller must not let it escape.
    try unsafe storage.values.withUnsafeBufferPointer { try unsafe body($0) }
  }

  /// The element at a position.
  ///
  /// Setting an element with a new identifier replaces the one at the position. If the identifier exists at another
  /// position, the two elements are swapped first, so that no identifier occurs twice. This lets algorithms write a
  /// permutation element by element.
  ///
  /// A mutation in place, `rows[0].title = "Bach"`, copies neither the array nor the element if it is uniquely
  /// referenced. Changing the identifier of the element is a precondition failure.
  ///
  /// O(1).
  ///
  /// - Parameter position: The position, less than `endIndex`.
  @inlinable
  public subscript(position: Int) -> Element {
    get { storage.values[position] }
    set {
      let id = newValue[keyPath: id]
      if let known = storage.index(forKey: id) {
        storage.swapAt(known, position)
        willReplace(with: newValue)
      } else {
        willRemove(at: position..<position + 1)
      }
      storage.replaceElement(at: position, withKey: id, value: newValue)
    }
    _modify {
      let id = storage.keys[position]
      // In a `defer`, so that a mutation that throws is checked too.
      defer {
        let element = storage.values[position]
        precondition(element[keyPath: self.id] == id, changedID(id, element))
      }
      yield &elementsByID.values[position]
    }
  }
}

extension IdentifiedArray: RangeReplaceableCollection where Element: Identifiable, ID == Element.ID {
  /// Removes the elements in a range and inserts others at its lower bound.
  ///
  /// A new element whose identifier still exists after the removal replaces the existing element in its position.
  /// The same holds for a duplicate identifier among the new elements.
  ///
  /// O(*n* + *k*) for *k* new elements.
  ///
  /// - Parameters:
  ///   - subrange: The range.
  ///   - newElements: The new elements.
  @inlinable
  public mutating func replaceSubrange(_ subrange: Range<Int>, with newElements: some Collection<Element>) {
    removeSubrange(subrange)
    var unknown = Self()
    for element in newElements {
      if let known = index(id: element.id) {
        update(element, at: known)
      } else {
        unknown.updateOrAppend(element)
      }
    }
    splice(unknown, at: subrange.lowerBound)
  }

  // Code that is generic over range-replaceable collections calls the two methods below. Their default
  // implementations use `replaceSubrange`, and would replace an existing element, which `append` and `insert` of
  // this type keep.

  /// Appends an element. If its identifier exists already, the array is unchanged. Amortized O(1).
  ///
  /// - Parameter element: The element.
  @inlinable
  @_disfavoredOverload
  public mutating func append(_ element: Element) {
    _ = insert(element, at: endIndex) as (inserted: Bool, index: Int)
  }

  /// Inserts an element. If its identifier exists already, the array is unchanged. O(*n*).
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - index: The position at which to insert it, at most `endIndex`.
  @inlinable
  @_disfavoredOverload
  public mutating func insert(_ element: Element, at index: Int) {
    _ = insert(element, at: index) as (inserted: Bool, index: Int)
  }
}
