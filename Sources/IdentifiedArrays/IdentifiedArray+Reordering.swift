public import OrderedCollections

// `partition(by:)` is that of the standard library for mutable collections: it uses only `swapAt`.
extension IdentifiedArray {
  /// Swaps two elements. O(1).
  ///
  /// - Parameters:
  ///   - i: The position of the first element.
  ///   - j: The position of the second element.
  @inlinable
  public mutating func swapAt(_ i: Int, _ j: Int) {
    storage.swapAt(i, j)
  }

  /// Reverses the order of the elements. O(*n*).
  @inlinable
  public mutating func reverse() {
    storage.reverse()
  }

  /// Shuffles the elements. O(*n*).
  @inlinable
  public mutating func shuffle() {
    storage.shuffle()
  }

  /// Shuffles the elements. The order is the same as that of an array with the same generator. O(*n*).
  ///
  /// - Parameter generator: The random number generator.
  @inlinable
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    storage.shuffle(using: &generator)
  }

  /// Sorts the elements. The sort is stable. O(*n* log *n*).
  ///
  /// - Parameter areInIncreasingOrder: Returns whether the first element must be before the second.
  /// - Throws: Rethrows the errors of `areInIncreasingOrder`. After an error, the array is unchanged.
  @inlinable
  public mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
    try storage.sort { try areInIncreasingOrder($0.value, $1.value) }
  }

  /// Returns the sorted elements. The sort is stable. O(*n* log *n*).
  ///
  /// - Parameter areInIncreasingOrder: Returns whether the first element must be before the second.
  /// - Throws: Rethrows the errors of `areInIncreasingOrder`.
  @inlinable
  public func sorted(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows -> Self {
    var result = self
    try result.sort(by: areInIncreasingOrder)
    return result
  }
}

extension IdentifiedArray where Element: Comparable {
  /// Sorts the elements in increasing order. The sort is stable. O(*n* log *n*).
  @inlinable
  public mutating func sort() {
    sort(by: <)
  }

  /// Returns the elements in increasing order. The sort is stable. O(*n* log *n*).
  @inlinable
  public func sorted() -> Self {
    sorted(by: <)
  }
}
