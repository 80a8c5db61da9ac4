import Locks
import Synchronization

/// What a root still has to tell its key and those who follow its values, in the order in which it happened.
///
/// One thread at a time delivers; who comes meanwhile leaves its entry and goes on. So the order of deliveries is the order of
/// the changes, without a lock that is held while a key or a subscriber runs.
final class DeliveryQueue<Value>: Sendable {
  enum Entry {
    /// The value was changed. To be saved, unless the change came from the key.
    case change(number: UInt64, Transfer<Value>, save: Bool)
    /// Somebody asked to save.
    case save(UInt64)
    /// Somebody follows the values, from this one on.
    case follow(Follower, Transfer<Value>)
  }

  /// Somebody who follows the values.
  final class Follower: Sendable {
    /// The last change that its first value contains.
    let start: UInt64
    let receive: @Sendable (Transfer<Value>) -> Void
    private let isCancelled = Atomic(false)

    init(start: UInt64, receive: @escaping @Sendable (Transfer<Value>) -> Void) {
      self.start = start
      self.receive = receive
    }

    func tell(_ value: Transfer<Value>) {
      if !isCancelled.load(ordering: .acquiring) { receive(value) }
    }

    func cancel() {
      isCancelled.store(true, ordering: .releasing)
    }
  }

  private struct Contents: @unchecked Sendable {
    // @unchecked because of the values in the entries: see `Transfer`.
    var entries: [Entry] = []
    var isDelivering = false
    /// Who delivers, and how often it has added to what it delivers meanwhile.
    var thread: ThreadID?
    var additions = 0
  }

  private let contents = Locked(Contents())
  private let followers = Locked(SubscriberList<Follower>())

  // Most changes have nothing to deliver and nobody to tell. That is known without a lock: these two only ever say yes too often.
  private let mayHaveEntries = Atomic(false)
  private let mayHaveFollowers = Atomic(false)

  /// Whether there are entries that nobody has begun to deliver.
  var hasEntries: Bool { mayHaveEntries.load(ordering: .acquiring) }

  /// Whether anybody follows the values.
  var isFollowed: Bool { mayHaveFollowers.load(ordering: .acquiring) }

  /// How many entries have been visited to remove followers.
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

  /// Tells those who follow the values of a change.
  func notifyFollowers(_ value: Transfer<Value>, number: UInt64) {
    followers.withLock { $0 }.forEach { follower in
      if follower.start < number { follower.tell(value) }
    }
  }

  func append(_ entry: Entry) {
    contents.withLock { contents in
      mayHaveEntries.store(true, ordering: .releasing)
      contents.entries.append(entry)
      if contents.isDelivering, contents.thread == .current { contents.additions += 1 }
    }
  }

  /// Delivers what there is, and what is added meanwhile, unless another call is at it. To be called without a lock.
  ///
  /// - Parameter report: Is called once if what is delivered leads to ever more.
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

  /// How many additions of one delivery are taken for a loop.
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
