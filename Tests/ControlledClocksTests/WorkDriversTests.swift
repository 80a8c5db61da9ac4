import CounterpointTestSupport
import Testing

@testable import ControlledClocks

/// The drivers that a clock finds.
@Suite struct WorkDriversTests {
  @Test func thoseOfTheTest() {
    let driver = QueueDriver()
    #expect(WorkDrivers.ofRunningTest.count == 1)
    #expect(WorkDrivers.ofRunningTest.first === driver)
  }

  @Test func notThoseOfAnotherTest() async {
    let driver = await Task.detached { QueueDriver() }.value
    #expect(WorkDrivers.ofRunningTest.isEmpty)
    #expect(WorkDrivers.all.contains { $0 === driver })
  }

  @Test func notDeallocatedDrivers() {
    do { _ = QueueDriver() }
    #expect(WorkDrivers.ofRunningTest.isEmpty)
  }

  @Test func theTaskThatSleeps() async {
    let driver = QueueDriver()
    let log = Recorder<Bool>()
    driver.start { log.note(SleepingTask()?.driver === driver) }
    await driver.settle()
    #expect(log.entries == [true])
    #expect(SleepingTask() == nil)
  }

  @Test func notATaskThatEscaped() async {
    let driver = QueueDriver()
    let isForeign = await withCheckedContinuation { continuation in
      driver.start {
        Task { continuation.resume(returning: SleepingTask() == nil) }
      }
      Task { await driver.settle() }
    }
    #expect(isForeign)
  }
}
