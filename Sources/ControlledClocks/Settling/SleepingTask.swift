import Locks

/// A task that sleeps on a clock and is run by a driver.
@safe struct SleepingTask: @unchecked Sendable {
  // @unchecked and @safe because the executor is only compared, never called: it may be gone while its task sleeps.
  let driver: any WorkDriver
  private let executor: UnownedTaskExecutor
  /// Tells the sleep from all others.
  private let sleep: UInt64

  private static let lastSleep = Locked<UInt64>(0)

  /// The current task, if a driver runs it.
  init?() {
    guard let executor = unsafe withUnsafeCurrentTask(body: { unsafe $0?.unownedTaskExecutor }) else { return nil }
    guard let driver = WorkDrivers.all.first(where: { unsafe $0.owns(executor) }) else { return nil }
    self.driver = driver
    unsafe self.executor = executor
    sleep = Self.lastSleep.withLock { last in
      last += 1
      return last
    }
  }

  func fellAsleep(until deadline: any Sendable) {
    unsafe driver.taskFellAsleep(sleep, on: executor, until: deadline)
  }

  func woke() {
    unsafe driver.taskWoke(sleep, on: executor)
  }
}
