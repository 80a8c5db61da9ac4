// CounterpointTestSupport: Support of this repository's tests: recorded calls and issues, folders and processes.

@_spi(Internals) import CounterpointSupport

/// Notes what happened, in order, from any thread.
public final class Recorder<Entry: Sendable>: Sendable {
  private let contents = Locked<[Entry]>([])

  public init() {}

  public func note(_ entry: Entry) {
    contents.withLock { $0.append(entry) }
  }

  public var entries: [Entry] {
    contents.withLock { $0 }
  }
}
