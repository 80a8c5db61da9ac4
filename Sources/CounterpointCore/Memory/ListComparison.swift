import Foundation

// Recordings compare a state with what it was after the last action. Two values with the same bits are equal, because
// the references in them are retained and refer to storage with copy-on-write semantics. So a comparison of bits never
// calls `==`, which may leave out a property, and it costs no more than a copy.

/// Returns whether two values have the same representation in memory, which equal values need not have.
///
/// Both must be retained: an object that has been released leaves its address to another one.
package func haveSameBits<Value>(_ first: Value, _ second: Value) -> Bool {
  unsafe withUnsafeBytes(of: first) { first in
    unsafe withUnsafeBytes(of: second) { second in
      guard let first = first.baseAddress, let second = second.baseAddress else { return true }
      return unsafe memcmp(first, second, MemoryLayout<Value>.size) == 0
    }
  }
}

/// The positions at which a list differs from an older one.
package struct ListDifference {
  /// The number of elements at the beginning that are the same, except for those at ``positions``.
  package let prefix: Int
  /// The number of elements at the end that are the same.
  package let suffix: Int
  /// The positions in the prefix at which the elements differ. Empty if the lists have different lengths.
  package let positions: [Int]
}

extension Array {
  /// Compares the elements with older ones by their bits. O(*n*), but O(1) if both share their storage.
  ///
  /// - Parameter old: The older elements.
  package func difference(fromBitsOf old: [Element]) -> ListDifference {
    unsafe withUnsafeBytes { new in
      unsafe old.withUnsafeBytes { old in
        let (stride, width) = (MemoryLayout<Element>.stride, MemoryLayout<Element>.size)
        let new = unsafe StridedBytes(new.baseAddress, stride: stride, width: width, count)
        let old = unsafe StridedBytes(old.baseAddress, stride: stride, width: width, old.count / stride)
        return new.difference(from: old)
      }
    }
  }

  /// Compares a property of the elements with that of older ones by its bits. O(*n*).
  ///
  /// - Parameters:
  ///   - old: The property of the older elements.
  ///   - offset: The offset of the property in an element.
  package func difference<Property>(fromBitsOf old: [Property], at offset: Int) -> ListDifference {
    unsafe withUnsafeBytes { new in
      unsafe old.withUnsafeBytes { bytes in
        let width = MemoryLayout<Property>.size
        let new = unsafe StridedBytes(
          new.baseAddress.map { unsafe $0 + offset },
          stride: MemoryLayout<Element>.stride,
          width: width,
          count
        )
        let old = unsafe StridedBytes(
          bytes.baseAddress,
          stride: MemoryLayout<Property>.stride,
          width: width,
          old.count
        )
        return new.difference(from: old)
      }
    }
  }

  /// Returns a property of an element.
  ///
  /// - Parameters:
  ///   - position: The position of the element.
  ///   - offset: The offset of the property in an element.
  package func property<Property>(ofElement position: Int, at offset: Int) -> Property {
    unsafe withUnsafeBufferPointer { elements in
      precondition(elements.indices.contains(position))
      guard let first = elements.baseAddress else { preconditionFailure() }
      return unsafe Address(first + position).property(Property.self, at: offset).value
    }
  }
}

/// Parts of the elements of a list in memory. Used only while the list is borrowed.
@safe
private struct StridedBytes {
  private let base: UnsafeRawPointer?
  private let stride: Int
  private let width: Int
  private let count: Int

  init(_ base: UnsafeRawPointer?, stride: Int, width: Int, _ count: Int) {
    unsafe self.base = unsafe base
    self.stride = stride
    self.width = width
    self.count = count
  }

  func difference(from old: StridedBytes) -> ListDifference {
    guard count == old.count else { return differenceOfLengths(from: old) }
    var positions: [Int] = []
    if unsafe base != old.base {
      var start = 0
      while start < count {
        let end = Swift.min(start + 32, count)
        if !hasSameBlock(start..<end, old) {
          for position in start..<end where !equals(position, old, position) { positions.append(position) }
        }
        start = end
      }
    }
    return ListDifference(prefix: count, suffix: 0, positions: positions)
  }

  /// Returns whether neighboring elements are known to have the same bits: if nothing is between them, they are
  /// compared at once.
  private func hasSameBlock(_ positions: Range<Int>, _ other: StridedBytes) -> Bool {
    guard let base = unsafe base, let otherBase = unsafe other.base, stride == width, other.stride == width else {
      return false
    }
    let offset = positions.lowerBound * width
    return unsafe memcmp(base + offset, otherBase + offset, positions.count * width) == 0
  }

  private func differenceOfLengths(from old: StridedBytes) -> ListDifference {
    let shorter = Swift.min(count, old.count)
    var prefix = 0
    while prefix < shorter, equals(prefix, old, prefix) { prefix += 1 }
    var suffix = 0
    while suffix < shorter - prefix, equals(count - 1 - suffix, old, old.count - 1 - suffix) { suffix += 1 }
    return ListDifference(prefix: prefix, suffix: suffix, positions: [])
  }

  private func equals(_ position: Int, _ other: StridedBytes, _ otherPosition: Int) -> Bool {
    guard let base = unsafe base, let otherBase = unsafe other.base else { return true }
    return unsafe memcmp(base + position * stride, otherBase + otherPosition * other.stride, width) == 0
  }
}
