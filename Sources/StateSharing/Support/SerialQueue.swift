@_spi(Internals) import CounterpointSupport
import Synchronization

/// Entries that one thread at a time handles, in order, without a lock that is held meanwhile.
///
/// A thread that comes while another one handles entries either returns, or waits until those that it has appended are
/// handled. Then the thread that handles stops as soon as its own entries are handled, and a waiting one goes on.
final class SerialQueue<Entry>: Sendable {
  private struct Contents: @unchecked Sendable {
    // @unchecked because of the values in the entries, see `Transfer`.
    var entries: [Entry] = []
    var isHandling = false
    /// The handling thread, and how many entries it has appended meanwhile.
    var thread: ThreadID?
    var additions = 0
    /// The numbers of all entries so far, and of those that are handled.
    var appended = 0
    var handled = 0
    /// The waiting threads, and the numbers of the last entries that they wait for.
    var waiting: [(last: Int, latch: Latch)] = []
  }

  /// The next step of a thread.
  private enum Step {
    case handle([Entry])
    case wait(Latch)
    case stop
  }

  private let contents = Locked(Contents())

  // Most queues are empty. The flag avoids the lock. It can be true without an entry that is not handled, but is never
  // false with one.
  private let mayHaveEntries = Atomic(false)

  /// Whether there are entries that are not handled.
  var hasEntries: Bool { mayHaveEntries.load(ordering: .acquiring) }

  func append(_ entry: Entry) {
    contents.withLock { contents in
      mayHaveEntries.store(true, ordering: .releasing)
      contents.entries.append(entry)
      contents.appended += 1
      if contents.isHandling, contents.thread == .current { contents.additions += 1 }
    }
  }

  /// Handles the entries, including those appended meanwhile, unless another call is handling them. Must be called
  /// without a lock.
  ///
  /// - Parameters:
  ///   - isReady: Decides whether an entry can be handled. Those behind one that can't wait as well, for a later call.
  ///     Called under a lock.
  ///   - waits: Whether to return only when all entries that were appended before are handled, by whatever thread. Must
  ///     be false in a call from `body`, of this queue or another one: two threads could wait for each other.
  ///   - report: Called once if the handling keeps appending entries.
  func handle(
    if isReady: (Entry) -> Bool = { _ in true },
    waiting waits: Bool = false,
    whenLooping report: () -> Void,
    _ body: (Entry) -> Void
  ) {
    let last = waits ? contents.withLock(\.appended) : 0
    var additions = 0
    while true {
      switch nextStep(if: isReady, waitingFor: last) {
      case .stop:
        return
      case .wait(let latch):
        latch.wait()
      case .handle(let entries):
        for entry in entries { body(entry) }
        let (new, isSucceeded) = finish(entries.count)
        if isSucceeded { return }
        if additions < Self.loop, additions + new >= Self.loop { report() }
        additions += new
      }
    }
  }

  /// The number of entries appended by one call that counts as a loop.
  static var loop: Int { 1_000 }

  private func nextStep(if isReady: (Entry) -> Bool, waitingFor last: Int) -> Step {
    contents.withLock { contents in
      if contents.isHandling {
        if contents.handled >= last { return .stop }
        let latch = Latch()
        contents.waiting.append((last, latch))
        return .wait(latch)
      }
      let count = contents.entries.prefix(while: isReady).count
      if count == 0 { return .stop }
      contents.isHandling = true
      contents.thread = .current
      let waiting = Array(contents.entries.dropFirst(count))
      contents.entries.removeLast(waiting.count)
      defer { contents.entries = waiting }
      return .handle(contents.entries)
    }
  }

  /// Ends the handling of entries.
  ///
  /// - Returns: The number of entries that this thread has appended meanwhile, and whether a waiting thread goes on.
  private func finish(_ count: Int) -> (additions: Int, isSucceeded: Bool) {
    contents.withLock { contents in
      let additions = contents.additions
      contents.additions = 0
      contents.isHandling = false
      contents.handled += count
      let handled = contents.handled
      for waiting in contents.waiting where waiting.last <= handled { waiting.latch.open() }
      contents.waiting.removeAll { $0.last <= handled }
      if contents.entries.isEmpty {
        mayHaveEntries.store(false, ordering: .releasing)
      } else if additions == 0, !contents.waiting.isEmpty {
        contents.waiting.removeFirst().latch.open()
        return (0, true)
      }
      return (additions, false)
    }
  }
}
