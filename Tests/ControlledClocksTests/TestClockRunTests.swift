import ControlledClocks
import CounterpointTestSupport
import Testing

/// Running a test clock until no task sleeps.
@Suite struct TestClockRunTests {
  let clock = TestClock()
  let driver = QueueDriver()
  let log = Recorder<String>()

  @Test func untilNoTaskSleeps() async throws {
    driver.start { [clock, log] in
      for number in 1...3 {
        try? await clock.sleep(for: .seconds(number))
        log.note("\(clock.now.offset)")
      }
    }
    await clock.run()
    #expect(log.entries == ["1.0 seconds", "3.0 seconds", "6.0 seconds"])
    #expect(clock.now.offset == .seconds(6))
    try await clock.checkSuspension()
  }

  @Test func aTimerThatEnds() async {
    driver.start { [clock, log] in
      for await instant in clock.timer(interval: .seconds(1)).prefix(10) { log.note("\(instant.offset)") }
      log.note("end")
    }
    await clock.run()
    #expect(log.entries == (1...10).map { "\($0).0 seconds" } + ["end"])
  }

  @Test func anEndlessTimer() async throws {
    driver.start { [clock, log] in
      for await _ in clock.timer(interval: .seconds(1)) {}
      log.note("end")
    }
    driver.start { [clock, log] in
      try? await clock.sleep(for: .seconds(1_000_000_000))
      log.note(Task.isCancelled ? "canceled" : "not canceled")
    }
    let line: UInt = #line + 1
    let issues = await issues { await clock.run(timeout: .milliseconds(1)) }
    #expect(issues.map(\.line) == [line])
    #expect(issues.first?.message.contains("2 tasks still sleep") == true)
    #expect(issues.first?.message.contains("0.001 seconds") == true)
    #expect(log.entries.contains("end"))
    #expect(log.entries.count == 2)
    try await clock.checkSuspension()
  }

  @Test func aLoopThatSleepsForZeroIsReported() async throws {
    driver.start { [clock, log] in
      while (try? await clock.sleep(for: .zero)) != nil {}
      log.note("end")
    }
    let line: UInt = #line + 1
    let issues = await issues { await clock.advance(by: .seconds(1)) }
    #expect(issues.map(\.line) == [line])
    #expect(issues.first?.message.contains("10000 sleeps") == true)
    #expect(log.entries == ["end"])
    try await clock.checkSuspension()
  }

  @Test func manySleepsForZeroBeginAnewWithTheTime() async {
    driver.start { [clock, log] in
      for _ in 1...3 {
        for _ in 1...5_000 { try? await clock.sleep(for: .zero) }
        try? await clock.sleep(for: .seconds(1))
      }
      log.note("end")
    }
    let issues = await issues { await clock.advance(by: .seconds(3)) }
    #expect(issues.isEmpty)
    #expect(log.entries == ["end"])
  }

  @Test func nothingToDo() async {
    let issues = await issues { await clock.run(timeout: .zero) }
    #expect(issues.isEmpty)
    #expect(clock.now.offset == .zero)
  }

  @Test func manySleepers() async {
    let count = 100_000
    for number in 0..<count {
      driver.start { [clock, order] in
        try? await clock.sleep(until: .init(offset: .seconds(count - number % 1000)))
        order.note(number)
      }
    }
    await clock.run(timeout: .seconds(300))
    #expect(order.entries == (0..<count).sorted { ($1 % 1000, $0) < ($0 % 1000, $1) })
  }

  let order = Recorder<Int>()
}
