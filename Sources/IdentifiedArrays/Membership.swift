import Synchronization

/// A version of the elements of an identified array. Copies of the array share it; each mutation replaces it, except
/// a mutation of an element in place.
///
/// Two arrays with equal versions have the same identifiers in the same order. Comparing versions is O(1); comparing
/// the identifiers would be O(*n*).
@usableFromInline
package struct Membership: Hashable, Sendable {
  private var serial: UInt64

  /// Creates the version of an empty array.
  @usableFromInline
  package init() {
    serial = 0
  }

  @usableFromInline
  package mutating func change() {
    serial = Self.serials.add(1, ordering: .relaxed).newValue
  }

  private static let serials = Atomic<UInt64>(0)
}
