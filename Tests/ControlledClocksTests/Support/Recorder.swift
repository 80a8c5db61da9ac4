import Locks

/// Notes what happened, in order, from any thread.
final class Recorder<Entry: Sendable>: Sendable {
  private let contents = Locked<[Entry]>([])

  func note(_ entry: Entry) {
    contents.withLock { $0.append(entry) }
  }

  var entries: [Entry] { contents.withLock { $0 } }
}
