@_spi(Internals) import CounterpointSupport
import Synchronization

/// The events that a root has not delivered to its followers yet, in order, and the followers.
///
/// One thread at a time delivers; other threads append their entry and return. So deliveries have the order of the
/// changes, without a lock that is held while a follower runs.
final class DeliveryQueue<Value>: Sendable {
  private enum Entry {
    /// A change, which is delivered when the key has all saved ones up to a number.
    case change(number: UInt64, Transfer<Value>, afterSaved: UInt64)
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

  private let entries = SerialQueue<Entry>()
  private let followers = Locked(SubscriberList<Follower>())

  // Most values have no followers. The flag avoids the lock. It can be true without a follower, but is never false with
  // one.
  private let mayHaveFollowers = Atomic(false)

  /// Whether the values have followers.
  var isFollowed: Bool { mayHaveFollowers.load(ordering: .acquiring) }

  /// The number of entries visited by removals so far; tests use it to prove that removal is amortized O(1).
  var removalSteps: Int { followers.withLock { $0.removalSteps } }

  /// Adds a follower with its first value. Must be called under the root's lock.
  func add(_ follower: Follower, _ value: Transfer<Value>) -> SubscriberList<Follower>.Position {
    let position = followers.withLock { followers in
      mayHaveFollowers.store(true, ordering: .releasing)
      return followers.append(follower)
    }
    entries.append(.follow(follower, value))
    return position
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

  /// Adds a change. Must be called under the root's lock.
  ///
  /// - Parameters:
  ///   - value: The value after the change.
  ///   - number: The number of the change.
  ///   - saved: The number of the last change that the key has to have before.
  func append(_ value: Transfer<Value>, number: UInt64, afterSaved saved: UInt64 = 0) {
    entries.append(.change(number: number, value, afterSaved: saved))
  }

  /// Delivers the entries, including those appended meanwhile, unless another call is delivering. Must be called
  /// without a lock.
  ///
  /// - Parameters:
  ///   - saved: Returns the number of the last saved change that the key has. A call has to follow when it grows.
  ///   - report: Called once if followers keep changing the value.
  func deliver(upToSaved saved: () -> UInt64 = { 0 }, whenLooping report: () -> Void) {
    if entries.hasEntries { deliverEntries(upToSaved: saved, whenLooping: report) }
  }

  @inline(never)
  private func deliverEntries(upToSaved saved: () -> UInt64, whenLooping report: () -> Void) {
    func isReady(_ entry: Entry) -> Bool {
      if case .change(_, _, let needed) = entry { needed <= saved() } else { true }
    }
    entries.handle(if: isReady, whenLooping: report) { entry in
      switch entry {
      case .change(let number, let value, _):
        followers.withLock { $0 }.forEach { follower in
          if follower.start < number { follower.deliver(value) }
        }
      case .follow(let follower, let value):
        follower.deliver(value)
      }
    }
  }
}
