import CounterpointSupport

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
