import Counterpoint
import Foundation
import CounterpointSupport
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

  /// An observer's own change does not trigger it again.
  @Test @MainActor func anObserverThatChangesWhatItReadsRunsOnce() async {
    let shared = Shared(value: 1)
    var runs = 0
    let token = observe {
      runs += 1
      _ = shared.wrappedValue
      shared.withLock { $0 += 1 }
    }
    // Another run would be enqueued before this task.
    await Task { @MainActor in }.value
    #expect(runs == 1)
    token.cancel()
  }
}
