@_spi(Internals) import CounterpointSupport
import IssueReporting

extension TestClock {
  /// Advances the clock by a duration and wakes the tasks whose deadlines it passes.
  ///
  /// See ``TestClock`` for the order, and for the work that has run when this returns. Advancing by zero wakes the
  /// tasks whose deadline is ``now``. Canceling the calling task ends the call.
  ///
  /// A loop that sleeps for zero would keep the call from finishing. After 10,000 sleeps that began when they ended, it
  /// reports an issue and cancels the remaining sleeps.
  ///
  /// - Parameter duration: The duration to advance by. A negative duration leaves the time unchanged and only lets
  ///   work settle.
  public nonisolated(nonsending) func advance(
    by duration: Duration = .zero,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let deadline = now.advanced(by: duration)
    await advance(to: deadline, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Advances the clock to an instant and wakes the tasks whose deadlines it passes.
  ///
  /// See ``TestClock`` for the order, and for the work that has run when this returns, and
  /// ``advance(by:fileID:filePath:line:column:)`` for loops that sleep for zero.
  ///
  /// - Parameter deadline: The instant to advance to. An instant in the past leaves the time unchanged and only lets
  ///   work settle.
  @specialized(where Duration == Swift.Duration)
  public nonisolated(nonsending) func advance(
    to deadline: Instant,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let drivers = WorkDrivers.ofRunningTest
    await settle(drivers)
    guard deadline >= now else { return }
    while let waiter = state.withLock({ $0.wakeFirst(upTo: deadline) }) {
      waiter.resume()
      await settle(drivers)
      if Task.isCancelled { return }
      if state.withLock({ $0.wakesWithoutTime }) < Self.wakeLimit { continue }
      reportIssue(
        """
        The clock has woken \(Self.wakeLimit) sleeps that ended at the instant at which they began. The sleeps that are left have \
        been canceled.

        A loop that sleeps for zero never lets the time pass. Give its interval a positive duration in the test.
        """,
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
      )
      for waiter in state.withLock({ $0.cancelAll() }) { waiter.resume(throwing: CancellationError()) }
      return await settle(drivers)
    }
    state.withLock { $0.advance(to: deadline) }
  }

  /// The number of sleeps at one instant after which a loop counts as endless.
  private static var wakeLimit: Int { 10_000 }

  /// Throws an error if a task sleeps on the clock.
  ///
  /// Call it at the end of a test that expects no work to be left.
  ///
  /// - Throws: ``SuspensionError`` with the number of sleeping tasks.
  public nonisolated(nonsending) func checkSuspension() async throws {
    await settle(WorkDrivers.ofRunningTest)
    let count = state.withLock { $0.count }
    if count > 0 { throw SuspensionError(count: count) }
  }

  /// Returns when no job is left to run, as far as the clock can know. See ``TestClock`` for the limits.
  ///
  /// - Parameter drivers: The drivers of the running test.
  nonisolated(nonsending) func settle(_ drivers: [any WorkDriver]) async {
    for driver in drivers { await driver.settle() }
    guard drivers.isEmpty || state.withLock({ $0.hasExternalSleepers }) else { return }
    await ExternalWork.settle {
      state.withLock { $0.progress }
    } isPending: {
      state.withLock { $0.isWaking }
    }
  }
}

extension TestClock {
  /// Advances the clock from deadline to deadline until no task sleeps, including tasks that fall asleep meanwhile.
  ///
  /// A task that sleeps repeatedly without end keeps the call from finishing. After `timeout`, the call reports an
  /// issue and cancels the remaining sleeps.
  ///
  /// - Parameter timeout: The real time that the call may take.
  public nonisolated(nonsending) func run(
    timeout: Swift.Duration = .milliseconds(500),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let end = ContinuousClock.now.advanced(by: timeout)
    let drivers = WorkDrivers.ofRunningTest
    await settle(drivers)
    while let waiter = state.withLock({ $0.wakeFirst(upTo: nil) }) {
      waiter.resume()
      await settle(drivers)
      guard ContinuousClock.now >= end else { continue }
      let rest = state.withLock { $0.cancelAll() }
      guard !rest.isEmpty else { return }
      reportIssue(
        """
        After \(timeout) of running the clock, \(rest.count == 1 ? "a task still sleeps" : "\(rest.count) tasks still sleep") on it. \
        \(rest.count == 1 ? "Its sleep has" : "Their sleeps have") been canceled.

        A timer that is never stopped sleeps without end. Use 'advance' to move the time as far as the test needs, or cancel \
        the work. If the work ends but takes longer, give 'run' a longer 'timeout'.
        """,
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
      )
      for waiter in rest { waiter.resume(throwing: CancellationError()) }
      return await settle(drivers)
    }
  }
}

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
  /// is canceled, for example by its time limit. Where a test store runs the work,
  /// ``advance(by:fileID:filePath:line:column:)`` is exact without this call.
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

/// The error of ``TestClock/checkSuspension()``: tasks still sleep on a clock on which the test expects none.
public struct SuspensionError: Error, Hashable, CustomStringConvertible {
  /// The number of sleeping tasks.
  public let count: Int

  /// Creates an error.
  ///
  /// - Parameter count: The number of sleeping tasks.
  public init(count: Int) {
    self.count = count
  }

  /// A message that states how many tasks sleep on the clock.
  public var description: String {
    count == 1 ? "A task sleeps on the clock." : "\(count) tasks sleep on the clock."
  }
}
