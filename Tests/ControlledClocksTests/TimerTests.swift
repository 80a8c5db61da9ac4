import ControlledClocks
import CounterpointTestSupport
@_spi(Internals) import CounterpointSupport
import Testing

/// Ticks in regular intervals.
@Suite struct TimerTests {
  let clock = TestClock()
  let driver = QueueDriver()
  let log = Recorder<Duration>()

  @Test func fiveTicks() async {
    let task = driver.start { [clock, log] in
      for await instant in clock.timer(interval: .seconds(1)) { log.note(instant.offset) }
      log.note(.seconds(-1))
    }
    await clock.advance(by: .milliseconds(999))
    #expect(log.entries == [])
    await clock.advance(by: .milliseconds(1))
    #expect(log.entries == [.seconds(1)])
    await clock.advance(by: .seconds(5))
    #expect(log.entries == (1...6).map { .seconds($0) })
    task.cancel()
    await driver.settle()
    #expect(log.entries.last == .seconds(-1))
    #expect(log.entries.count == 7)
  }

  @Test func startsWithTheLoopAndNotWithTheTimer() async {
    let timer = clock.timer(interval: .seconds(1))
    await clock.advance(by: .seconds(10))
    driver.start { [log] in
      for await instant in timer { log.note(instant.offset) }
    }
    await clock.advance(by: .seconds(2))
    #expect(log.entries == [.seconds(11), .seconds(12)])
  }

  @Test func skipsMissedTicks() async {
    driver.start { [clock, log] in
      var isFirst = true
      for await instant in clock.timer(interval: .seconds(1)) {
        log.note(instant.offset)
        if isFirst { try? await clock.sleep(for: .seconds(3.5)) }
        isFirst = false
      }
    }
    await clock.advance(by: .seconds(6))
    #expect(log.entries == [.seconds(1), .seconds(5), .seconds(6)])
  }

  @Test func doesNotSkipATickThatIsDue() async {
    driver.start { [clock, log] in
      for await instant in clock.timer(interval: .seconds(1)) {
        log.note(instant.offset)
        try? await clock.sleep(for: .seconds(1))
      }
    }
    await clock.advance(by: .seconds(3))
    #expect(log.entries == [.seconds(1), .seconds(2), .seconds(3)])
  }

  @Test func doesNotDrift() async {
    driver.start { [clock, log] in
      for await instant in clock.timer(interval: .milliseconds(100)) {
        log.note(instant.offset)
        try? await clock.sleep(for: .milliseconds(30))
      }
    }
    await clock.advance(by: .seconds(1))
    #expect(log.entries == (1...10).map { .milliseconds(100 * $0) })
  }

  @Test func endsForGood() async {
    let task = driver.start { [clock, log] in
      var iterator = clock.timer(interval: .seconds(1)).makeAsyncIterator()
      #expect(await iterator.next() == nil)
      #expect(await iterator.next() == nil)
      log.note(.zero)
    }
    task.cancel()
    await driver.settle()
    #expect(log.entries == [.zero])
  }

  @Test func doesNotDriftOnAClockThatWakesLate() async {
    let clock = LateClock()
    var ticks: [Duration] = []
    for await instant in clock.timer(interval: .seconds(1)).prefix(3) { ticks.append(instant.offset) }
    #expect(ticks == [.milliseconds(1010), .milliseconds(2010), .milliseconds(3010)])
  }

  @Test func endsWhenTheClockCannotSleep() async {
    var iterator = LateClock(failures: 1).timer(interval: .seconds(1)).makeAsyncIterator()
    #expect(await iterator.next() == nil)
    #expect(await iterator.next() == nil)
  }

  @Test func ofAnyClock() async {
    let clock: any Clock<Duration> = ImmediateClock()
    var ticks: [Duration] = []
    for await instant in clock.timer(interval: .seconds(2), tolerance: .seconds(1)).prefix(3) {
      ticks.append(instant.offset)
    }
    #expect(ticks == [.seconds(2), .seconds(4), .seconds(6)])
  }

  @Test @MainActor func staysOnTheActor() async {
    var ticks = 0
    for await _ in ImmediateClock().timer(interval: .seconds(1)).prefix(3) {
      MainActor.assertIsolated()
      ticks += 1
    }
    #expect(ticks == 3)
  }
}

/// A clock that wakes ten milliseconds late without waiting, after a number of failures.
private struct LateClock: Clock {
  struct Failure: Error {}

  private let base = ImmediateClock()
  private let failures: Locked<Int>

  init(failures: Int = 0) {
    self.failures = Locked(failures)
  }

  var now: ImmediateClock<Duration>.Instant { base.now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ImmediateClock<Duration>.Instant, tolerance: Duration?) async throws {
    let fails = failures.withLock { failures in
      failures -= 1
      return failures >= 0
    }
    if fails { throw Failure() }
    try await base.sleep(until: deadline.advanced(by: .milliseconds(10)))
  }
}
