public import OrderedCollections

// `partition(by:)` is the standard library's, for any mutable collection: it exchanges elements with `swapAt` only.
extension IdentifiedArray {
  /// Exchanges two elements. O(1).
  ///
  /// - Parameters:
  ///   - i: The position of one.
  ///   - j: The position of the other.
  @inlinable
  public mutating func swapAt(_ i: Int, _ j: Int) {
    storage.swapAt(i, j)
  }

  /// Reverses the order. O(*n*).
  @inlinable
  public mutating func reverse() {
    storage.reverse()
  }

  /// Brings the elements into a random order. O(*n*).
  @inlinable
  public mutating func shuffle() {
    storage.shuffle()
  }

  /// Brings the elements into a random order, the one that an array would get from the same generator. O(*n*).
  ///
  /// - Parameter generator: Where the randomness comes from.
  @inlinable
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    storage.shuffle(using: &generator)
  }

  /// Sorts the elements; those of which neither comes before the other keep their order. O(*n* log *n*).
  ///
  /// - Parameter areInIncreasingOrder: Whether the first element must come before the second.
  /// - Throws: What `areInIncreasingOrder` throws; then nothing has changed.
  @inlinable
  public mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
    try storage.sort { try areInIncreasingOrder($0.value, $1.value) }
  }

  /// The elements in sorted order; those of which neither comes before the other keep their order. O(*n* log *n*).
  ///
  /// - Parameter areInIncreasingOrder: Whether the first element must come before the second.
  /// - Throws: What `areInIncreasingOrder` throws.
  @inlinable
  public func sorted(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows -> Self {
    var result = self
    try result.sort(by: areInIncreasingOrder)
    return result
  }
}

extension IdentifiedArray where Element: Comparable {
  /// Sorts the elements in increasing order; equal ones keep their order. O(*n* log *n*).
  @inlinable
  public mutating func sort() {
    sort(by: <)
  }

  /// The elements in increasing order; equal ones keep their order. O(*n* log *n*).
  @inlinable
  public func sorted() -> Self {
    sorted(by: <)
  }
}
