import CounterpointSupport

/// Notes what happened, in order, from any thread.
package final class Recorder<Entry: Sendable>: Sendable {
  private let contents = Locked<[Entry]>([])

  package init() {}

  package func note(_ entry: Entry) {
    contents.withLock { $0.append(entry) }
  }

  package var entries: [Entry] {
    contents.withLock { $0 }
  }
}
