import Locks

extension TestClock {
  /// Moves the time, and wakes on the way whoever sleeps until then.
  ///
  /// See ``TestClock`` for the order, and for what has run when this returns. Advancing by nothing wakes those whose deadline is now.
  ///
  /// - Parameter duration: How far to move. A negative one moves nothing, and only lets work settle.
  public nonisolated(nonsending) func advance(by duration: Duration = .zero) async {
    await advance(to: now.advanced(by: duration))
  }

  /// Moves the time, and wakes on the way whoever sleeps until then.
  ///
  /// See ``TestClock`` for the order, and for what has run when this returns.
  ///
  /// - Parameter deadline: The time to go to. One in the past moves nothing, and only lets work settle.
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

  /// Fails if anybody sleeps.
  ///
  /// For the end of a test that says that nothing is left to wait for.
  ///
  /// - Throws: ``SuspensionError``.
  public nonisolated(nonsending) func checkSuspension() async throws {
    await settle(WorkDrivers.ofRunningTest)
    let count = state.withLock { $0.count }
    if count > 0 { throw SuspensionError(count: count) }
  }

  /// Returns when nothing is left to run, as far as that can be known.
  ///
  /// - Parameter drivers: Those of the test.
  nonisolated(nonsending) func settle(_ drivers: [any WorkDriver]) async {
    for driver in drivers { await driver.settle() }
    guard drivers.isEmpty || state.withLock({ $0.hasForeignSleepers }) else { return }
    await ForeignWork.settle {
      state.withLock { $0.signs }
    } isPending: {
      state.withLock { $0.isWakening }
    }
  }
}
