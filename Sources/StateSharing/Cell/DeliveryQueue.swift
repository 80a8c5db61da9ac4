@_spi(Internals) import CounterpointSupport
import Synchronization

/// The events that a root has not delivered to its key and its followers yet, in order.
///
/// One thread at a time delivers; other threads append their entry and return. So deliveries have the order of the
/// changes, without a lock that is held while a key or a follower runs.
final class DeliveryQueue<Value>: Sendable {
  enum Entry {
    /// The value was changed. It is saved unless the change came from the key.
    case change(number: UInt64, Transfer<Value>, save: Bool)
    /// `save()` was called.
    case save(UInt64)
    /// A follower was added; this is its first value.
    case follow(Follower, Transfer<Value>)
  }

  /// A subscriber to the values.
  final class Follower: Sendable {
    /// The last change that the first value contains.
    let start: UInt64
    let receive: @Sendable (Transfer<Value>) -> Void
    private let isCancelled = Atomic(false)

    init(start: UInt64, receive: @escaping @Sendable (Transfer<Value>) -> Void) {
      self.start = start
      self.receive = receive
    }

    func deliver(_ value: Transfer<Value>) {
      if !isCancelled.load(ordering: .acquiring) { receive(value) }
    }

    func cancel() {
      isCancelled.store(true, ordering: .releasing)
    }
  }

  private struct Contents: @unchecked Sendable {
    // @unchecked because of the values in the entries, see `Transfer`.
    var entries: [Entry] = []
    var isDelivering = false
    /// The delivering thread, and how many entries it has appended during the delivery.
    var thread: ThreadID?
    var additions = 0
  }

  private let contents = Locked(Contents())
  private let followers = Locked(SubscriberList<Follower>())

  // Most changes have no entries and no followers. These flags avoid the lock. They can be true without an entry or a
  // follower, but are never false with one.
  private let mayHaveEntries = Atomic(false)
  private let mayHaveFollowers = Atomic(false)

  /// Whether there are entries whose delivery has not begun.
  var hasEntries: Bool { mayHaveEntries.load(ordering: .acquiring) }

  /// Whether the values have followers.
  var isFollowed: Bool { mayHaveFollowers.load(ordering: .acquiring) }

  /// The number of entries visited by removals so far; tests use it to prove that removal is amortized O(1).
  var removalSteps: Int { followers.withLock { $0.removalSteps } }

  func add(_ follower: Follower) -> SubscriberList<Follower>.Position {
    followers.withLock { followers in
      mayHaveFollowers.store(true, ordering: .releasing)
      return followers.append(follower)
    }
  }

  func remove(_ follower: Follower, at position: SubscriberList<Follower>.Position) {
    follower.cancel()
    let removed = followers.withLock { followers in
      let removed = followers.remove(at: position)
      if followers.count == 0 { mayHaveFollowers.store(false, ordering: .releasing) }
      return removed
    }
    withExtendedLifetime(removed) {}
  }

  /// Delivers a change to the followers.
  func notifyFollowers(_ value: Transfer<Value>, number: UInt64) {
    followers.withLock { $0 }.forEach { follower in
      if follower.start < number { follower.deliver(value) }
    }
  }

  func append(_ entry: Entry) {
    contents.withLock { contents in
      mayHaveEntries.store(true, ordering: .releasing)
      contents.entries.append(entry)
      if contents.isDelivering, contents.thread == .current { contents.additions += 1 }
    }
  }

  /// Delivers all entries, including those appended meanwhile, unless another call is delivering. Must be called
  /// without a lock.
  ///
  /// - Parameter report: Called once if deliveries keep appending entries.
  func deliver(whenLooping report: () -> Void, _ body: (Entry) -> Void) {
    var additions = 0
    while let entries = take() {
      for entry in entries { body(entry) }
      let new = contents.withLock { contents in
        contents.isDelivering = false
        defer { contents.additions = 0 }
        return contents.additions
      }
      if additions < Self.loop, additions + new >= Self.loop { report() }
      additions += new
    }
  }

  /// The number of entries appended by one delivery that counts as a loop.
  static var loop: Int { 1_000 }

  private func take() -> [Entry]? {
    contents.withLock { contents in
      guard !contents.isDelivering, !contents.entries.isEmpty else { return nil }
      mayHaveEntries.store(false, ordering: .releasing)
      contents.isDelivering = true
      contents.thread = .current
      defer { contents.entries = [] }
      return contents.entries
    }
  }
}
