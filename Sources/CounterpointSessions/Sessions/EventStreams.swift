import CounterpointSupport

/// The open event streams of a visitor: they are woken when there may be something to tell.
final class EventStreams: Sendable {
  private struct Open {
    var next = 0
    var streams: [Int: AsyncStream<Void>.Continuation] = [:]
  }

  private let open = Locked(Open())
  private let didClose: @Sendable () -> Void
  private let limit: Int

  /// - Parameters:
  ///   - limit: How many can be open at the same time.
  ///   - didClose: Called when one has been closed.
  init(limit: Int, didClose: @escaping @Sendable () -> Void) {
    self.limit = limit
    self.didClose = didClose
  }

  var count: Int { open.withLock { $0.streams.count } }

  /// Opens a stream of wake-up calls, the first one immediately; `nil` if there are too many.
  ///
  /// It is closed when its last copy is released, its task is canceled, or it is finished.
  func openStream() -> (wakeups: AsyncStream<Void>, finish: @Sendable () -> Void)? {
    // One pending call stands for all that follow it.
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number: Int? = open.withLock { open in
      guard open.streams.count < limit else { return nil }
      defer { open.next += 1 }
      open.streams[open.next] = continuation
      return open.next
    }
    guard let number else { return nil }
    continuation.onTermination = { [weak self] _ in self?.close(number) }
    continuation.yield()
    return (stream, { continuation.finish() })
  }

  /// Tells all of them that there may be something new.
  func wake() {
    let continuations = open.withLock { Array($0.streams.values) }
    for continuation in continuations { continuation.yield() }
  }

  /// Ends all of them.
  func finish() {
    let continuations = open.withLock { Array($0.streams.values) }
    for continuation in continuations { continuation.finish() }
  }

  private func close(_ number: Int) {
    // Released after the lock, because that ends the stream.
    let continuation = open.withLock { $0.streams.removeValue(forKey: number) }
    if continuation != nil { didClose() }
  }
}
