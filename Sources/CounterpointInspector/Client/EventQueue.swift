@_spi(Internals) import CounterpointSupport

/// The events that wait for a consumer. A consumer that is too slow misses some, and memory stays bounded.
final class EventQueue: Sendable {
  fileprivate struct Contents {
    var events: [InspectedEvent] = []
    var missed = 0
    var end: Result<Void, InspectionError>?
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let limit: Int
  private let contents = Locked(Contents())

  /// - Parameter limit: The number of events that wait at most.
  init(limit: Int = 1 << 18) {
    self.limit = limit
  }

  func append(_ events: [InspectedEvent]) {
    guard !events.isEmpty else { return }
    let waiter = contents.withLock { contents in
      if contents.events.count < limit { contents.events += events } else { contents.missed += events.count }
      return contents.takeWaiter()
    }
    waiter?.resume()
  }

  /// Ends the events. Later calls do nothing.
  func finish(_ end: Result<Void, InspectionError>) {
    let waiter = contents.withLock { contents in
      if contents.end == nil { contents.end = end }
      return contents.takeWaiter()
    }
    waiter?.resume()
  }

  /// Returns the next events, `nil` at the end. For one consumer.
  func next() async throws -> [InspectedEvent]? {
    while true {
      let (events, end) = contents.withLock { contents in
        defer {
          contents.events = []
          contents.missed = 0
        }
        return (contents.events + (contents.missed > 0 ? [.missed(contents.missed)] : []), contents.end)
      }
      if !events.isEmpty { return events }
      if let end {
        try end.get()
        return nil
      }
      if Task.isCancelled { return nil }
      await wait()
    }
  }

  private func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = contents.withLock { contents in
          guard contents.events.isEmpty, contents.end == nil, !Task.isCancelled else { return false }
          contents.waiter = continuation
          return true
        }
        if !mustWait { continuation.resume() }
      }
    } onCancel: {
      contents.withLock { $0.takeWaiter() }?.resume()
    }
  }
}

extension EventQueue.Contents {
  fileprivate mutating func takeWaiter() -> CheckedContinuation<Void, Never>? {
    defer { waiter = nil }
    return waiter
  }
}
