import ControlledClocks
import CounterpointTestSupport
import Testing

/// A clock whose sleeps return immediately.
@Suite struct ImmediateClockTests {
  @Test func timeAddsUp() async throws {
    let clock = ImmediateClock()
    for _ in 1...10 { try await clock.sleep(for: .seconds(1)) }
    #expect(clock.now.offset == .seconds(10))
    try await clock.sleep(until: .init(offset: .seconds(3)))
    #expect(clock.now.offset == .seconds(3))
    #expect(clock.minimumResolution == .zero)
  }

  @Test func cancelled() async {
    let clock = ImmediateClock()
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.now.offset == .zero)
  }

  @Test func letsOthersRun() async {
    let driver = QueueDriver()
    let log = Recorder<String>()
    driver.start {
      try? await ImmediateClock().sleep(for: .seconds(1))
      log.note("slept")
    }
    driver.start { log.note("other") }
    await driver.settle()
    #expect(log.entries == ["other", "slept"])
  }

  @Test func asAnyClock() async throws {
    func wait(on clock: some Clock<Duration>) async throws { try await clock.sleep(for: .seconds(1000)) }
    try await wait(on: .immediate)
  }
}
