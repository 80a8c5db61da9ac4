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
