import ControlledClocks
import CounterpointTestSupport
import Testing

/// A test clock with tasks that a driver runs: every expectation is exact.
@Suite struct TestClockTests {
  let clock = TestClock()
  let driver = QueueDriver()
  let log = Recorder<String>()

  private func startSleep(_ name: String, _ duration: Duration) -> Task<Void, Never> {
    driver.start { [clock, log] in
      do {
        try await clock.sleep(for: duration)
        log.note("\(name) at \(clock.now.offset)")
      } catch {
        log.note("\(name): \(error is CancellationError ? "canceled" : "\(error)")")
      }
    }
  }

  @Test func beginsAtZero() {
    #expect(clock.now == TestClock.Instant())
    #expect(clock.minimumResolution == .zero)
    #expect(TestClock(now: .init(offset: .seconds(3))).now.offset == .seconds(3))
  }

  @Test func inTheOrderOfDeadlines() async {
    _ = startSleep("two", .seconds(2))
    _ = startSleep("one", .seconds(1))
    await clock.advance(by: .seconds(2))
    #expect(log.entries == ["one at 1.0 seconds", "two at 2.0 seconds"])
  }

  @Test func equalDeadlinesInTheOrderOfRegistration() async {
    for number in 0..<100 { _ = startSleep("\(number)", .seconds(1)) }
    await clock.advance(by: .seconds(1))
    #expect(log.entries == (0..<100).map { "\($0) at 1.0 seconds" })
  }

  @Test func noFurtherThanAsked() async {
    _ = startSleep("a", .seconds(2))
    await clock.advance(by: .seconds(1))
    #expect(log.entries == [])
    #expect(clock.now.offset == .seconds(1))
    await clock.advance(to: .init(offset: .seconds(2)))
    #expect(log.entries == ["a at 2.0 seconds"])
  }

  @Test func sleepsAgainInOneAdvance() async {
    driver.start { [clock, log] in
      for _ in 1...5 {
        try? await clock.sleep(for: .seconds(1))
        log.note("\(clock.now.offset)")
      }
    }
    await clock.advance(by: .seconds(4.5))
    #expect(log.entries == ["1.0 seconds", "2.0 seconds", "3.0 seconds", "4.0 seconds"])
    #expect(clock.now.offset == .seconds(4.5))
  }

  @Test func aLongWayToTheSleep() async {
    driver.start { [clock, log] in
      for _ in 0..<1000 { await Task.yield() }
      try? await clock.sleep(for: .seconds(1))
      log.note("awake")
    }
    await clock.advance(by: .seconds(1))
    #expect(log.entries == ["awake"])
  }

  @Test func now() async {
    _ = startSleep("now", .zero)
    await driver.settle()
    #expect(log.entries == [])
    await clock.advance()
    #expect(log.entries == ["now at 0.0 seconds"])
  }

  @Test func thePast() async throws {
    await clock.advance(by: .seconds(5))
    try await clock.sleep(until: .init(offset: .seconds(4)))
    try await clock.checkSuspension()
  }

  @Test func doesNotGoBack() async {
    await clock.advance(by: .seconds(5))
    driver.start { [log] in log.note("ran") }
    await clock.advance(to: .init(offset: .seconds(1)))
    #expect(clock.now.offset == .seconds(5))
    #expect(log.entries == ["ran"])
  }

  @Test func cancelledBefore() async {
    let task = startSleep("a", .seconds(1))
    task.cancel()
    await driver.settle()
    #expect(log.entries == ["a: canceled"])
  }

  @Test func cancelledMeanwhile() async throws {
    let task = startSleep("a", .seconds(1))
    let other = startSleep("b", .seconds(1))
    await #expect(throws: SuspensionError.self) { try await clock.checkSuspension() }
    #expect(driver.sleepers == 2)
    task.cancel()
    #expect(driver.sleepers == 1)
    await driver.settle()
    #expect(log.entries == ["a: canceled"])
    other.cancel()
    try await clock.checkSuspension()
    #expect(driver.sleepers == 0)
  }

  @Test func notifiesDriversOfSleepingTasks() async {
    _ = startSleep("a", .seconds(1))
    _ = startSleep("b", .seconds(2))
    await driver.settle()
    #expect(driver.sleepers == 2)
    await clock.advance(by: .seconds(1))
    #expect(driver.sleepers == 1)
    await clock.run()
    #expect(driver.sleepers == 0)
    #expect(driver.readyJobs == 0)
  }

  @Test func otherDurations() async {
    let clock = TestClock<Steps>()
    driver.start { [log] in
      try? await clock.sleep(for: Steps(count: 3))
      log.note("awake")
    }
    await clock.advance(by: Steps(count: 2))
    #expect(log.entries == [])
    await clock.advance(by: Steps(count: 1))
    #expect(log.entries == ["awake"])
  }
}
