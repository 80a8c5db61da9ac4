import ControlledClocks
import CounterpointTestSupport
import Testing

/// A type-erased clock.
@Suite struct AnyClockTests {
  @Test func countsFromTheWrapping() async throws {
    let base = ImmediateClock(now: ImmediateClock<Duration>.Instant(offset: .seconds(100)))
    let existential: any Clock<Duration> = base
    let clock = AnyClock(existential)
    #expect(clock.now.offset == .zero)
    try await clock.sleep(for: .seconds(3))
    #expect(clock.now.offset == .seconds(3))
    #expect(base.now.offset == .seconds(103))
    try await base.sleep(for: .seconds(1))
    #expect(clock.now.offset == .seconds(4))
    #expect(clock.minimumResolution == .zero)
  }

  @Test func clocksHaveDifferentTypesOfInstants() {
    let types: [Any.Type] = [
      AnyClock<Duration>.Instant.self, ImmediateClock<Duration>.Instant.self, TestClock<Duration>.Instant.self,
    ]
    #expect(Set(types.map { ObjectIdentifier($0) }).count == 3)
  }

  @Test func forwardsTheTolerance() async throws {
    let base = TolerantClock()
    try await AnyClock(base).sleep(for: .seconds(1), tolerance: .seconds(2))
    try await AnyClock(base).sleep(for: .seconds(1))
    #expect(base.tolerances.entries == [.seconds(2), nil])
  }

  @Test func sleepsOnTheClock() async {
    let base = TestClock()
    let driver = QueueDriver()
    let log = Recorder<String>()
    let clock = AnyClock(base)
    driver.start {
      try? await clock.sleep(for: .seconds(1))
      log.note("awake")
    }
    await base.advance(by: .milliseconds(999))
    #expect(log.entries == [])
    await base.advance(by: .milliseconds(1))
    #expect(log.entries == ["awake"])
  }
}

/// A clock that records the tolerances it receives.
private struct TolerantClock: Clock {
  let tolerances = Recorder<Duration?>()

  var now: TestClock<Duration>.Instant { .init() }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: TestClock<Duration>.Instant, tolerance: Duration?) async throws {
    tolerances.note(tolerance)
  }
}
