import Locks

extension TestClock {
  /// Waits until a test moves the time to the deadline.
  ///
  /// Returns at once if the deadline has passed. A deadline that is now has not: it waits for the next time that the test moves
  /// the clock, be it by nothing.
  ///
  /// - Parameters:
  ///   - deadline: When to wake.
  ///   - tolerance: Not used: the clock is exact.
  /// - Throws: `CancellationError` if the task is cancelled: at once, and whether it was before or is while it sleeps.
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

  private func fallAsleep(_ id: UInt64, _ waiter: Waiter, until deadline: Instant) {
    // Before the clock can wake it, so that the driver is not told of the end of a sleep before its beginning.
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
  /// Wakes the task. Not to be called with a lock held.
  func resume() {
    task?.woke()
    continuation.resume()
  }

  /// Wakes the task with an error. Not to be called with a lock held.
  func resume(throwing error: any Error) {
    task?.woke()
    continuation.resume(throwing: error)
  }
}
