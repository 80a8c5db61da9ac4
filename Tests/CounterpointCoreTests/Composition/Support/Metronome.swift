@testable import CounterpointCore
@_spi(Internals) import CounterpointSupport

/// Ticks on demand, for effects that are timers. The test knows the number of waiting effects, and so when all have
/// handled the previous tick.
final class Metronome: Sendable {
  private struct Contents {
    var timers: [Int: CheckedContinuation<Void, any Error>] = [:]
    var cancelled: Set<Int> = []
    var next = 0
    var expected: (count: Int, continuation: CheckedContinuation<Void, Never>)?
  }

  private let contents = Locked(Contents())

  /// Returns an effect that sends an action with every tick, until it is canceled.
  func timer<Action>(_ action: @escaping @Sendable () -> Action) -> Effect<Action> {
    .run { send in
      while true {
        try await self.waitForTick()
        await send(action())
      }
    }
  }

  /// Waits until so many timers wait for the tick, and then ticks; returns when as many wait for the next one.
  func tick(_ count: Int) async {
    await settle(count)
    let timers = contents.withLock { contents in
      defer { contents.timers = [:] }
      return Array(contents.timers.values)
    }
    for timer in timers { timer.resume() }
    await settle(count)
  }

  private func settle(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isSettled = contents.withLock { contents in
        if contents.timers.count >= count { return true }
        contents.expected = (count, continuation)
        return false
      }
      if isSettled { continuation.resume() }
    }
  }

  private func waitForTick() async throws {
    let id = contents.withLock { contents in
      defer { contents.next += 1 }
      return contents.next
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let (isCancelled, settled) = contents.withLock { contents in
          guard contents.cancelled.remove(id) == nil else {
            return (true, nil as CheckedContinuation<Void, Never>?)
          }
          contents.timers[id] = continuation
          guard let expected = contents.expected, contents.timers.count >= expected.count else { return (false, nil) }
          contents.expected = nil
          return (false, expected.continuation)
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
        settled?.resume()
      }
    } onCancel: {
      let timer = contents.withLock { contents in
        let timer = contents.timers.removeValue(forKey: id)
        if timer == nil { contents.cancelled.insert(id) }
        return timer
      }
      timer?.resume(throwing: CancellationError())
    }
  }
}
