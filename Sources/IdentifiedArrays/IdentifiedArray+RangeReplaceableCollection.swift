extension IdentifiedArray: RangeReplaceableCollection where Element: Identifiable, ID == Element.ID {
  /// Removes the elements in a range and inserts others at its lower bound.
  ///
  /// An element whose id is still in the array after the removal is not inserted but updated where it is; the same holds for
  /// an id that comes twice among the new elements.
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

  // The two methods below are what generic code over range-replaceable collections calls. Their default implementations go
  // through `replaceSubrange`, and would update a known id where `append` and `insert` of this type keep it.

  /// Adds an element at the end, unless its id is known. Amortised O(1).
  ///
  /// - Parameter element: The element.
  @inlinable
  @_disfavoredOverload
  public mutating func append(_ element: Element) {
    _ = insert(element, at: endIndex) as (inserted: Bool, index: Int)
  }

  /// Inserts an element, unless its id is known. O(*n*).
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - index: Where to insert it, at most `endIndex`.
  @inlinable
  @_disfavoredOverload
  public mutating func insert(_ element: Element, at index: Int) {
    _ = insert(element, at: index) as (inserted: Bool, index: Int)
  }
}
