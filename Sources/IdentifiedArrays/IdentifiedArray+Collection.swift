public import OrderedCollections

extension IdentifiedArray: RandomAccessCollection, MutableCollection {
  /// A position, counted from zero.
  public typealias Index = Int

  /// The positions.
  public typealias Indices = Range<Int>

  /// A part of the array, with the positions of the whole.
  public typealias SubSequence = Slice<Self>

  /// Goes over the elements in order.
  public typealias Iterator = IndexingIterator<[Element]>

  /// The position of the first element: zero.
  @inlinable
  public var startIndex: Int { 0 }

  /// The position after the last element.
  @inlinable
  public var endIndex: Int { storage.count }

  /// How many elements there are. O(1).
  @inlinable
  public var count: Int { storage.count }

  /// Goes over the elements in order. O(1).
  @inlinable
  public func makeIterator() -> IndexingIterator<[Element]> {
    elements.makeIterator()
  }

  /// Calls a function with the memory of the elements, without a copy.
  ///
  /// - Parameter body: The function; the memory is valid only while it runs.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  @inlinable
  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    // The closure's pointer is handed on as it is; its lifetime is the caller's business, as with an array.
    try unsafe storage.values.withUnsafeBufferPointer { try unsafe body($0) }
  }

  /// The element at a position.
  ///
  /// Assigning an element whose id is not in the array replaces the one at the position. When the id is in the array, at
  /// another position, the two positions exchange their elements first, so that no id is ever there twice; this is what lets
  /// algorithms write a permutation element by element.
  ///
  /// An edit in place, `rows[0].title = "Bach"`, copies neither the array nor the element while nobody else holds it. It must
  /// leave the element its id: a change of it is a precondition failure.
  ///
  /// O(1).
  ///
  /// - Parameter position: The position, less than `endIndex`.
  @inlinable
  public subscript(position: Int) -> Element {
    get { storage.values[position] }
    set {
      let id = newValue[keyPath: id]
      if let known = storage.index(forKey: id) { storage.swapAt(known, position) }
      willRemove(at: position..<position + 1)
      storage.replaceElement(at: position, withKey: id, value: newValue)
    }
    _modify {
      let id = storage.keys[position]
      // In a defer, so that an edit that throws is looked at too.
      defer {
        let element = storage.values[position]
        precondition(element[keyPath: self.id] == id, changedID(id, element))
      }
      yield &elementsByID.values[position]
    }
  }
}
