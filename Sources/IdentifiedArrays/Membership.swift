import Synchronization

/// Tells whether the elements of an identified array are still the same, in the same order: copied with the array, and another
/// one after each change but an edit of an element in place.
///
/// Comparing two takes O(1), where comparing the ids would take O(*n*).
@usableFromInline
package struct Membership: Hashable, Sendable {
  private var serial: UInt64

  /// The membership of an empty array.
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
