public import OrderedCollections

extension IdentifiedArray {
  /// Creates an empty array whose elements are identified by the given property. O(1).
  ///
  /// - Parameter id: The key path from an element to its identifier.
  @inlinable
  public init(id: any KeyPath<Element, ID> & Sendable) {
    self.init(id: id, storage: [:])
  }

  /// Creates an array of elements with unique identifiers.
  ///
  /// A duplicate identifier is a precondition failure. If duplicates can occur, combine them with
  /// ``init(_:id:uniquingIDsWith:)``.
  ///
  /// O(*n*); O(1) if `elements` is an identified array with the same `id`. A slice of such an array has unique
  /// identifiers and is not checked.
  ///
  /// - Parameters:
  ///   - elements: The elements, in order.
  ///   - id: The key path from an element to its identifier.
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
          one at offset \(count). Use init(_:uniquingIDsWith:) to choose the one to keep.
          """
        )
      }
    }
  }

  /// Creates an array of elements that are known to have unique identifiers.
  ///
  /// The uniqueness is not checked in optimized builds. With a duplicate identifier, a lookup returns either
  /// element. O(*n*).
  ///
  /// - Parameters:
  ///   - elements: The elements, in order.
  ///   - id: The key path from an element to its identifier.
  @inlinable
  public init(uncheckedUniqueElements elements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable) {
    let elements = Array(elements)
    self.init(
      id: id,
      storage: OrderedDictionary(uncheckedUniqueKeys: elements.lazy.map { $0[keyPath: id] }, values: elements)
    )
  }

  /// Creates an array of elements with possibly duplicate identifiers.
  ///
  /// The result of `combine` for two elements replaces the first of them. O(*n*).
  ///
  /// - Parameters:
  ///   - elements: The elements, in order.
  ///   - id: The key path from an element to its identifier.
  ///   - combine: Combines two elements with the same identifier, in their order. Its result must have that
  ///     identifier too.
  /// - Throws: Rethrows the errors of `combine`.
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

  /// Creates a copy of an identified array. O(1).
  ///
  /// - Parameter elements: An identified array.
  @inlinable
  public init(_ elements: Self) {
    self = elements
  }

  /// Creates an array from a slice, with the same identifying property. O(*n*), without a check of the identifiers.
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
  /// Creates an empty array whose elements are identified by their `id`. O(1).
  @inlinable
  public init() {
    self.init(id: \.id)
  }

  /// Creates an array of elements with unique identifiers; see ``init(uniqueElements:id:)``.
  ///
  /// - Parameter elements: The elements, in order. A duplicate identifier is a precondition failure.
  @inlinable
  public init(uniqueElements elements: some Sequence<Element>) {
    self.init(uniqueElements: elements, id: \.id)
  }

  /// Creates an array of elements that are known to have unique identifiers; see
  /// ``init(uncheckedUniqueElements:id:)``.
  ///
  /// - Parameter elements: The elements, in order.
  @inlinable
  public init(uncheckedUniqueElements elements: some Sequence<Element>) {
    self.init(uncheckedUniqueElements: elements, id: \.id)
  }

  /// Creates an array of elements with possibly duplicate identifiers; see ``init(_:id:uniquingIDsWith:)``.
  ///
  /// - Parameters:
  ///   - elements: The elements, in order.
  ///   - combine: Combines two elements with the same identifier, in their order.
  /// - Throws: Rethrows the errors of `combine`.
  @inlinable
  public init(
    _ elements: some Sequence<Element>,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    try self.init(elements, id: \.id, uniquingIDsWith: combine)
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral where Element: Identifiable, ID == Element.ID {
  /// Creates an array from a literal. A duplicate identifier is a precondition failure.
  ///
  /// - Parameter elements: The elements, in order.
  @inlinable
  public init(arrayLiteral elements: Element...) {
    self.init(uniqueElements: elements)
  }
}
