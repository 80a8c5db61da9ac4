// CounterpointTestSupport: Support of this repository's tests: recorded calls and issues, folders and processes.

@_spi(Internals) import CounterpointSupport

/// Notes what happened, in order, from any thread.
public final class Recorder<Entry: Sendable>: Sendable {
  private let contents = Locked<[Entry]>([])

  /// Creates a recorder without entries.
  public init() {}

  /// Appends an entry.
  public func note(_ entry: Entry) {
    contents.withLock { $0.append(entry) }
  }

  /// The entries so far.
  public var entries: [Entry] {
    contents.withLock { $0 }
  }
}
