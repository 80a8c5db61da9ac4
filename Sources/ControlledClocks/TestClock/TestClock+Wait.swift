import CounterpointSupport

extension TestClock {
  /// Waits until a number of tasks sleep on the clock.
  ///
  /// ```swift
  /// let task = Task { try await search(clock: clock) }
  /// try await clock.waitForSleepers()
  /// await clock.advance(by: .milliseconds(300))
  /// ```
  ///
  /// Use it for tasks that run outside of a test store. The test then doesn't depend on how soon a task reaches its
  /// sleep. The call suspends until the tasks sleep, without polling. If they never do, it returns only when the test
  /// is canceled, for example by its time limit. Where a test store runs the work, ``advance(by:)`` is exact without
  /// this call.
  ///
  /// - Parameter count: The number of tasks that must sleep at the same time, including those that already sleep.
  /// - Throws: `CancellationError` if the calling task is canceled.
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
        // The cancellation handler finds no watcher if it ran before the registration.
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
