public import OrderedCollections

extension IdentifiedArray {
  /// An empty array whose elements are identified by a property of your choice. O(1).
  ///
  /// - Parameter id: The path from an element to its id.
  @inlinable
  public init(id: any KeyPath<Element, ID> & Sendable) {
    self.init(id: id, storage: [:])
  }

  /// An array of elements with ids of their own each.
  ///
  /// Two elements with one id are a precondition failure. Where that can happen, say how to combine them, with
  /// ``init(_:id:uniquingIDsWith:)``.
  ///
  /// O(*n*); O(1) when `elements` is itself an identified array with the same `id`. A slice of such an array is known to have
  /// unique ids and is not checked.
  ///
  /// - Parameters:
  ///   - elements: The elements, in order.
  ///   - id: The path from an element to its id.
  @inlinable
  public init(uniqueElements elements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable) {
    if let array = elements as? Self, array.id == id {
      self = array
    } else if let slice = elements as? SubSequence, slice.base.id == id {
      self.init(slice)
    } else {
      self.init(id: id)
      reserveCapacity(elements.underestimatedCount)
      for element in elements {
        let (inserted, index) = append(element)
        precondition(
          inserted,
          """
          An identified array was given two elements with the id '\(element[keyPath: id])': the one at offset \(index) and the \
          one at offset \(count). Use init(_:uniquingIDsWith:) to say which of them to keep.
          """
        )
      }
    }
  }

  /// An array of elements of which you know that each has an id of its own.
  ///
  /// Nothing checks it in optimised builds, and an array with one id twice finds either of the two. O(*n*).
  ///
  /// - Parameters:
  ///   - elements: The elements, in order.
  ///   - id: The path from an element to its id.
  @inlinable
  public init(uncheckedUniqueElements elements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable) {
    let elements = Array(elements)
    self.init(
      id: id,
      storage: OrderedDictionary(uncheckedUniqueKeys: elements.lazy.map { $0[keyPath: id] }, values: elements)
    )
  }

  /// An array of elements of which some may have the same id.
  ///
  /// What `combine` makes of two of them takes the place of the first. O(*n*).
  ///
  /// - Parameters:
  ///   - elements: The elements, in order.
  ///   - id: The path from an element to its id.
  ///   - combine: Gives one element for two with the same id, of which the first argument came first. Its result must have
  ///     that id too.
  /// - Throws: What `combine` throws.
  @inlinable
  public init(
    _ elements: some Sequence<Element>,
    id: any KeyPath<Element, ID> & Sendable,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    self.init(id: id)
    reserveCapacity(elements.underestimatedCount)
    for element in elements {
      let (inserted, index) = append(element)
      if !inserted {
        update(try combine(self[index], element), at: index)
      }
    }
  }

  /// The same array. O(1).
  ///
  /// - Parameter elements: An identified array.
  @inlinable
  public init(_ elements: Self) {
    self = elements
  }

  /// The elements of a slice, identified as in the array that it is a slice of. O(*n*), without a check of the ids.
  ///
  /// - Parameter elements: A slice of an identified array.
  @inlinable
  public init(_ elements: SubSequence) {
    let range = elements.startIndex..<elements.endIndex
    let base = elements.base
    self.init(
      id: base.id,
      storage: OrderedDictionary(
        uncheckedUniqueKeys: base.storage.keys.elements[range],
        values: base.storage.values[range]
      )
    )
  }
}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// An empty array whose elements are identified by their own id. O(1).
  @inlinable
  public init() {
    self.init(id: \.id)
  }

  /// An array of elements with ids of their own each; see ``init(uniqueElements:id:)``.
  ///
  /// - Parameter elements: The elements, in order. Two with one id are a precondition failure.
  @inlinable
  public init(uniqueElements elements: some Sequence<Element>) {
    self.init(uniqueElements: elements, id: \.id)
  }

  /// An array of elements of which you know that each has an id of its own; see ``init(uncheckedUniqueElements:id:)``.
  ///
  /// - Parameter elements: The elements, in order.
  @inlinable
  public init(uncheckedUniqueElements elements: some Sequence<Element>) {
    self.init(uncheckedUniqueElements: elements, id: \.id)
  }

  /// An array of elements of which some may have the same id; see ``init(_:id:uniquingIDsWith:)``.
  ///
  /// - Parameters:
  ///   - elements: The elements, in order.
  ///   - combine: Gives one element for two with the same id, of which the first argument came first.
  /// - Throws: What `combine` throws.
  @inlinable
  public init(
    _ elements: some Sequence<Element>,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    try self.init(elements, id: \.id, uniquingIDsWith: combine)
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral where Element: Identifiable, ID == Element.ID {
  /// An array of the written elements. Two with one id are a precondition failure.
  ///
  /// - Parameter elements: The elements, in order.
  @inlinable
  public init(arrayLiteral elements: Element...) {
    self.init(uniqueElements: elements)
  }
}
