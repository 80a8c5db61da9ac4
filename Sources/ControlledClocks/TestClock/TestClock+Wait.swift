import Locks

extension TestClock {
  /// Waits until tasks sleep on the clock, so that a test moves the time only when there is somebody to wake.
  ///
  /// ```swift
  /// let task = Task { try await search(clock: clock) }
  /// try await clock.waitForSleepers()
  /// await clock.advance(by: .milliseconds(300))
  /// ```
  ///
  /// For tasks that nobody controls: there it makes a test exact that would otherwise depend on how soon a task comes to its sleep.
  /// It waits for the sleep itself, however long that takes, and doesn't poll. If the tasks never fall asleep it doesn't
  /// return before the test is cancelled, by its time limit for example. Where a test store runs the work,
  /// ``advance(by:)`` is exact without it.
  ///
  /// - Parameter count: How many have to sleep at the same time; those count that sleep already.
  /// - Throws: `CancellationError` if the calling task is cancelled.
  public func waitForSleepers(_ count: Int = 1) async throws {
    for driver in WorkDrivers.ofRunningTest { await driver.settle() }
    let id = state.withLock { $0.announceWatcher() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let satisfied = state.withLock { state in
          state.watch(id, for: count, continuation)
          return state.satisfiedWatchers()
        }
        for watcher in satisfied { watcher.resume() }
        // The handler has found nobody if it ran before.
        if Task.isCancelled { unwatch(id) }
      }
    } onCancel: {
      unwatch(id)
    }
  }

  private func unwatch(_ id: UInt64) {
    state.withLock { $0.unwatch(id) }?.resume(throwing: CancellationError())
  }
}
