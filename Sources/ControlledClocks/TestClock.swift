@_spi(Internals) import CounterpointSupport

/// A clock whose time advances only when a test advances it.
///
/// ```swift
/// let clock = TestClock()
///
/// let task = Task {
///   for await _ in clock.timer(interval: .seconds(1)).prefix(3) { print("tick") }
/// }
/// await clock.advance(by: .seconds(3))   // prints "tick" three times
/// await task.value
/// ```
///
/// ``advance(by:fileID:filePath:line:column:)`` and ``run(timeout:fileID:filePath:line:column:)`` wake sleeping tasks
/// one at a time, ordered by deadline and then by the order in which they fell asleep. Between two of them, the clock
/// waits until the resumed work has settled. A task that wakes reads its own deadline as ``now``, however far the test
/// advances the clock. It can sleep again and be woken by the same call.
///
/// ## When work has settled
///
/// Some work runs on an executor that knows which jobs remain, such as the effects of a test store. The clock then
/// asks that executor. The result is exact, takes no longer than the work itself, and needs no yielding.
///
/// Other work is a `Task {}` that a test or an effect starts. Nothing distinguishes such a task before its sleep
/// from a task that never sleeps. The clock waits until the tasks that it woke run again. Then it yields a bounded
/// number of times, and starts counting again whenever a task falls asleep. That is enough for tasks that go from
/// one sleep to the next without waiting for anything else. A task that reaches its sleep later misses the call and
/// stays asleep, because the time has already advanced. In such a test, call ``waitForSleepers(_:)`` before you
/// advance the clock. Afterwards, wait for a value, a stream or the end of the task.
///
/// The clock is safe to use from any thread. Copies of the reference share one clock.
public final class TestClock<Duration: DurationProtocol & Hashable>: Clock, Sendable {
  /// A point in time of this clock, as a duration since its zero.
  public typealias Instant = OffsetInstant<TestClock<Duration>, Duration>

  let state: Locked<TestClockState<Instant>>

  /// Creates a clock.
  ///
  /// - Parameter now: The initial time.
  public init(now: Instant = Instant()) {
    self.state = Locked(TestClockState(now: now))
  }

  /// The time to which the test has advanced the clock; for a task that was woken during an advance, the deadline of
  /// its sleep.
  public var now: Instant {
    state.withLock { $0.now }
  }

  /// Zero: the clock is exact.
  public var minimumResolution: Duration { .zero }
}

extension TestClock where Duration == Swift.Duration {
  /// Creates a clock with the standard library's `Duration` that begins at zero.
  public convenience init() {
    self.init(now: Instant())
  }
}

extension TestClock {
  /// Suspends the task until a test advances the clock to the deadline.
  ///
  /// Returns immediately if the deadline is in the past. A deadline equal to ``now`` is not in the past: the task
  /// waits for the next call that advances the clock, even by zero.
  ///
  /// - Parameters:
  ///   - deadline: The instant at which the task wakes.
  ///   - tolerance: Ignored, because the clock is exact.
  /// - Throws: `CancellationError`, immediately, if the task was canceled before the call or is canceled while it
  ///   sleeps.
  @specialized(where Duration == Swift.Duration)
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let task = SleepingTask()
    let id = state.withLock { $0.announce() }
    defer { if task == nil { state.withLock { $0.runs(id) } } }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        fallAsleep(id, Waiter(continuation: continuation, task: task), until: deadline)
      }
    } onCancel: {
      state.withLock { $0.cancel(id) }?.resume(throwing: CancellationError())
    }
  }

  typealias Waiter = TestClockState<Instant>.Waiter

  @specialized(where Duration == Swift.Duration)
  private func fallAsleep(_ id: UInt64, _ waiter: Waiter, until deadline: Instant) {
    // The driver is notified first, because otherwise it could learn of the end of a sleep before its beginning.
    waiter.task?.fellAsleep(until: deadline.offset)
    let (registration, watchers) = state.withLock { state in
      (state.register(id, waiter, until: deadline), state.satisfiedWatchers())
    }
    for watcher in watchers { watcher.resume() }
    switch registration {
    case .sleeps: break
    case .isLate: waiter.resume()
    case .isCancelled: waiter.resume(throwing: CancellationError())
    }
  }
}

extension TestClockState.Waiter {
  /// Wakes the task. Don't call it while holding a lock.
  func resume() {
    task?.woke()
    continuation.resume()
  }

  /// Wakes the task with an error. Don't call it while holding a lock.
  func resume(throwing error: any Error) {
    task?.woke()
    continuation.resume(throwing: error)
  }
}
