import ControlledClocks
import CounterpointTestSupport
import Testing

/// Waiting until tasks sleep on a test clock.
@Suite struct TestClockWaitTests {
  let clock = TestClock()
  let log = Recorder<String>()

  @Test func tasksThatComeLateToTheirSleep() async throws {
    let tasks = (1...3).map { number in
      Task { [clock, log] in
        // Far more yields than `advance` performs for tasks without a driver.
        for _ in 0..<2000 { await Task.yield() }
        try await clock.sleep(for: .seconds(number))
        log.note("\(number)")
      }
    }
    try await clock.waitForSleepers(3)
    for task in tasks {
      await clock.advance(by: .seconds(1))
      try await task.value
    }
    #expect(log.entries == ["1", "2", "3"])
  }

  @Test func returnsAtOnceIfEnoughSleep() async throws {
    let driver = QueueDriver()
    for _ in 1...2 { driver.start { [clock] in try? await clock.sleep(for: .seconds(1)) } }
    // These tasks have not begun. Waiting lets the driver run them.
    try await clock.waitForSleepers(2)
    try await clock.waitForSleepers(1)
    try await clock.waitForSleepers(0)
    await clock.run()
  }

  @Test func eachWaiterForItsOwnNumber() async throws {
    let waiters = [2, 1].map { count in
      Task { [clock, log] in
        try await clock.waitForSleepers(count)
        log.note("\(count) sleep")
      }
    }
    let first = Task { [clock] in try? await clock.sleep(for: .seconds(1)) }
    try await waiters[1].value
    #expect(log.entries == ["1 sleep"])
    let second = Task { [clock] in try? await clock.sleep(for: .seconds(1)) }
    try await waiters[0].value
    #expect(log.entries == ["1 sleep", "2 sleep"])
    await clock.advance(by: .seconds(1))
    for task in [first, second] { await task.value }
  }

  @Test func awakeTasksDoNotCount() async throws {
    let first = Task { [clock] in try? await clock.sleep(for: .seconds(1)) }
    try await clock.waitForSleepers()
    await clock.advance(by: .seconds(1))
    let waiter = Task { [clock] in
      try await clock.waitForSleepers()
      return clock.now.offset
    }
    await first.value
    let second = Task { [clock] in try? await clock.sleep(for: .seconds(5)) }
    #expect(try await waiter.value == .seconds(1))
    await clock.advance(by: .seconds(5))
    await second.value
  }

  @Test(arguments: [false, true]) func cancellingEndsTheWait(before: Bool) async throws {
    let task = Task { [clock] in
      if before { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
      await #expect(throws: CancellationError.self) { try await clock.waitForSleepers() }
    }
    task.cancel()
    await task.value
    // No continuation is left to be resumed a second time.
    let sleeper = Task { [clock] in try? await clock.sleep(for: .seconds(1)) }
    try await clock.waitForSleepers()
    await clock.advance(by: .seconds(1))
    await sleeper.value
  }
}
