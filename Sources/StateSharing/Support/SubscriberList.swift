import Synchronization

/// Subscribers in the order of their subscription. Adding and removing one is amortized O(1).
///
/// A removed subscriber leaves a gap. As soon as half of the entries are gaps, the list is compacted. Not
/// thread-safe: the owner protects the list with a lock, and iterates over a copy.
struct SubscriberList<Subscriber: Sendable>: Sendable {
  /// The index of a subscriber in its list.
  final class Position: Sendable {
    // Atomic only to be Sendable; it is accessed under the owner's lock.
    fileprivate let index = Atomic(0)
  }

  private struct Entry: Sendable {
    let subscriber: Subscriber
    let position: Position
  }

  private var entries: [Entry?] = []

  /// The number of subscribers.
  private(set) var count = 0

  /// The number of entries visited by removals so far; tests use it instead of a time, which depends on the machine.
  private(set) var removalSteps = 0

  /// Adds a subscriber.
  ///
  /// - Returns: Its position, for the removal.
  mutating func append(_ subscriber: Subscriber) -> Position {
    let position = Position()
    position.index.store(entries.count, ordering: .relaxed)
    entries.append(Entry(subscriber: subscriber, position: position))
    count += 1
    return position
  }

  /// Removes a subscriber. Idempotent.
  ///
  /// - Returns: The subscriber, so that it can be released without the lock; `nil` if it was removed before.
  mutating func remove(at position: Position) -> Subscriber? {
    let index = position.index.load(ordering: .relaxed)
    guard index >= 0, let entry = entries[index] else { return nil }
    position.index.store(-1, ordering: .relaxed)
    entries[index] = nil
    count -= 1
    removalSteps += 1
    if 2 * count <= entries.count { compact() }
    return entry.subscriber
  }

  private mutating func compact() {
    removalSteps += entries.count
    var remaining: [Entry?] = []
    remaining.reserveCapacity(count)
    for case let entry? in entries {
      entry.position.index.store(remaining.count, ordering: .relaxed)
      remaining.append(entry)
    }
    entries = remaining
  }

  /// Calls a function with each subscriber, in order.
  func forEach(_ body: (Subscriber) -> Void) {
    for case let entry? in entries { body(entry.subscriber) }
  }
}
