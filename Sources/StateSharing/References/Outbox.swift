import Locks

/// What a root still has to tell its key and those who follow its values, in the order in which it happened.
///
/// One thread at a time delivers; who comes meanwhile leaves its entry and goes on. So the order of deliveries is the order of
/// the changes, without a lock that is held while a key or a subscriber runs.
final class Outbox<Value>: Sendable {
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
    let isCancelled = Locked(false)

    init(start: UInt64, receive: @escaping @Sendable (Transfer<Value>) -> Void) {
      self.start = start
      self.receive = receive
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

  func append(_ entry: Entry) {
    contents.withLock { contents in
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
      contents.isDelivering = true
      contents.thread = .current
      defer { contents.entries = [] }
      return contents.entries
    }
  }
}
