import OrderedCollections

extension StackState: RandomAccessCollection, RangeReplaceableCollection {
  /// Always 0, the lowest element.
  public var startIndex: Int { 0 }

  /// One more than the position of the topmost element.
  public var endIndex: Int { elements.count }

  /// The element at a position. To edit it, use its id: `path[id: path.ids[position]]`.
  public subscript(position: Int) -> Element {
    elements.values[position]
  }

  /// Replaces elements by new ones, which get new ids. O(*n*); O(1) for each that comes on top.
  ///
  /// - Parameters:
  ///   - subrange: The positions of the elements that go.
  ///   - newElements: The elements that come.
  public mutating func replaceSubrange(_ subrange: Range<Int>, with newElements: some Collection<Element>) {
    let generator = StackElementIDGenerator.current
    replace(subrange, with: newElements.lazy.map { (generator.next(), $0) })
  }

  /// Removes all elements. O(*n*).
  ///
  /// - Parameter keepCapacity: Ignored: stacks are small.
  public mutating func removeAll(keepingCapacity keepCapacity: Bool = false) {
    replace(0..<count, with: [])
  }
}

extension StackState: ExpressibleByArrayLiteral {
  /// A stack of elements, which get new ids.
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}
