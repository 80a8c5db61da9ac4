import CounterpointSupport

/// A task that sleeps on a clock and whose jobs a driver runs.
@safe struct SleepingTask: @unchecked Sendable {
  // @unchecked and @safe because the executor is only compared and never called: it may be deallocated while its
  // task sleeps.
  let driver: any WorkDriver
  private let executor: UnownedTaskExecutor
  /// A number that identifies this sleep.
  private let sleep: UInt64

  private static let lastSleep = Locked<UInt64>(0)

  /// Creates a value for the current task; fails if no driver runs that task.
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
