import Counterpoint
import Foundation
@_spi(Internals) import CounterpointSupport
import Testing

/// Shared values change on any thread, and an observer misses no change.
@Suite struct SharedObservationTests {
  /// Observation begins to track only after the reading function has returned.
  @Test @MainActor func aChangeBetweenReadingAndWatchingIsNotMissed() async {
    let shared = Shared(value: 1)
    let (values, continuation) = AsyncStream.makeStream(of: Int.self)
    let token = observe {
      let value = shared.wrappedValue
      continuation.yield(value)
      guard value == 1 else { return }
      let done = Latch()
      Thread {
        shared.withLock { $0 = 2 }
        done.open()
      }.start()
      done.wait()
    }
    var seen: [Int] = []
    for await value in values {
      seen.append(value)
      if value == 2 { break }
    }
    #expect(seen == [1, 2])
    token.cancel()
  }

  /// An observer's own change runs it again, because it has read the value before the change.
  @Test @MainActor func anObserverThatChangesWhatItReadsRunsAgain() async {
    let shared = Shared(value: 1)
    var shown: [Int] = []
    let token = observe {
      shown.append(shared.wrappedValue)
      if shared.wrappedValue < 3 { shared.withLock { $0 += 1 } }
    }
    // Each run is enqueued before the next of these tasks.
    for _ in 1...4 { await Task { @MainActor in }.value }
    #expect(shown == [1, 2, 3])
    token.cancel()
  }
}
