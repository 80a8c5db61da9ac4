import CounterpointSupport

extension TestClock {
  /// Advances the clock by a duration and wakes the tasks whose deadlines it passes.
  ///
  /// See ``TestClock`` for the order, and for the work that has run when this returns. Advancing by zero wakes the
  /// tasks whose deadline is ``now``.
  ///
  /// - Parameter duration: The duration to advance by. A negative duration leaves the time unchanged and only lets
  ///   work settle.
  public nonisolated(nonsending) func advance(by duration: Duration = .zero) async {
    await advance(to: now.advanced(by: duration))
  }

  /// Advances the clock to an instant and wakes the tasks whose deadlines it passes.
  ///
  /// See ``TestClock`` for the order, and for the work that has run when this returns.
  ///
  /// - Parameter deadline: The instant to advance to. An instant in the past leaves the time unchanged and only lets
  ///   work settle.
  @specialized(where Duration == Swift.Duration)
  public nonisolated(nonsending) func advance(to deadline: Instant) async {
    let drivers = WorkDrivers.ofRunningTest
    await settle(drivers)
    guard deadline >= now else { return }
    while let waiter = state.withLock({ $0.wakeFirst(upTo: deadline) }) {
      waiter.resume()
      await settle(drivers)
    }
    state.withLock { $0.advance(to: deadline) }
  }

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
    guard drivers.isEmpty || state.withLock({ $0.hasForeignSleepers }) else { return }
    await ExternalWork.settle {
      state.withLock { $0.signs }
    } isPending: {
      state.withLock { $0.isWakening }
    }
  }
}
