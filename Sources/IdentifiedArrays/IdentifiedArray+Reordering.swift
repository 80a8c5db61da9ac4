public import Foundation
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

extension IdentifiedArray {
  /// Moves elements before another, as a list does when its rows are dragged.
  ///
  /// The moved elements keep their relative order. The cost is linear in the number of elements between the first
  /// and the last affected position; the other elements are not accessed.
  ///
  /// - Parameters:
  ///   - source: The positions of the elements to move.
  ///   - destination: The position before the move of the element before which they are moved; `endIndex` moves them
  ///     to the end.
  @inlinable
  public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
    precondition(
      0...count ~= destination,
      "Can't move to offset \(destination) of an identified array of \(count) elements. Use an offset from 0 to endIndex."
    )
    requireOffsets(source)
    guard let first = source.first, let last = source.last else { return }
    let start = Swift.min(first, destination)
    let before = IndexSet(integersIn: start..<destination).subtracting(source)
    let after = IndexSet(integersIn: destination..<Swift.max(last + 1, destination)).subtracting(source)
    Self.rearrange(&storage, from: start, Array(before) + Array(source) + Array(after))
  }

  /// Removes the elements at several positions, as a list does when its rows are deleted. O(*n*).
  ///
  /// - Parameter offsets: The positions.
  @inlinable
  public mutating func remove(atOffsets offsets: IndexSet) {
    requireOffsets(offsets)
    guard !offsets.isEmpty else { return }
    var rest = offsets.makeIterator()
    var next = rest.next()
    var offset = 0
    let observer = elementObserver
    storage.removeAll { element in
      defer { offset += 1 }
      guard offset == next else { return false }
      observer?.willRemove(element.value)
      next = rest.next()
      return true
    }
  }

  /// Permutes elements in place.
  ///
  /// - Parameters:
  ///   - storage: The elements.
  ///   - start: The first affected position.
  ///   - origins: For each position from `start` on, the current offset of the element that belongs there.
  @inlinable
  static func rearrange(_ storage: inout OrderedDictionary<ID, Element>, from start: Int, _ origins: [Int]) {
    var origins = origins
    for place in origins.indices {
      // Follows one cycle of the permutation: swaps until the element that belongs at the first position is found.
      var current = place
      while origins[current] != start + place {
        let origin = origins[current] - start
        storage.swapAt(start + current, start + origin)
        origins[current] = start + current
        current = origin
      }
      origins[current] = start + current
    }
  }

  @usableFromInline
  func requireOffsets(_ offsets: IndexSet) {
    guard let last = offsets.last else { return }
    precondition(
      last < count,
      "There is no offset \(last) in an identified array of \(count) elements. Use offsets less than endIndex."
    )
  }
}
