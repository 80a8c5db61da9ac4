import Testing

@testable import CounterpointCore
@testable import CounterpointTesting

/// The effects in flight, as the driver of a test store tracks them.
@Suite struct FlightsTests {
  private let driver = TestDriver(actor: nil)

  private func unit(_ number: Int) -> EffectGroup {
    EffectGroup(number: number, action: "tap", origin: nil, scope: EffectScope(parent: nil))
  }

  private func work(of unit: EffectGroup) -> EffectExecutor {
    EffectExecutor(unit: unit, location: nil, driver: driver)
  }

  @Test func anEffectIsAccountedForOnceAllItsTasksSleep() {
    var flights = InFlightEffects()
    #expect(!flights.areUnaccountedFor)
    let unit = unit(1)
    flights.begin(unit)
    #expect(flights.areUnaccountedFor)
    let (first, second) = (work(of: unit), work(of: unit))
    flights.begin(first)
    flights.begin(second)
    unsafe flights.fellAsleep(1, on: first.asUnownedTaskExecutor(), until: 10)
    #expect(flights.areUnaccountedFor)
    unsafe flights.fellAsleep(2, on: second.asUnownedTaskExecutor(), until: 20)
    #expect(!flights.areUnaccountedFor)
    flights.end(second)
    #expect(!flights.areUnaccountedFor)
    unsafe flights.woke(1, on: first.asUnownedTaskExecutor())
    #expect(flights.areUnaccountedFor)
    flights.end(first)
    flights.end(1)
    #expect(!flights.areUnaccountedFor)
  }

  @Test func aTaskSleepsUntilTheLastOfItsSleepsIsOver() {
    var flights = InFlightEffects()
    let unit = unit(1)
    let work = work(of: unit)
    flights.begin(unit)
    flights.begin(work)
    for sleep in 1...3 as ClosedRange<UInt64> {
      unsafe flights.fellAsleep(sleep, on: work.asUnownedTaskExecutor(), until: sleep)
    }
    unsafe flights.woke(2, on: work.asUnownedTaskExecutor())
    #expect(work.progress.deadlines.keys.sorted() == [1, 3])
    #expect(!flights.areUnaccountedFor)
    unsafe flights.woke(1, on: work.asUnownedTaskExecutor())
    unsafe flights.woke(3, on: work.asUnownedTaskExecutor())
    #expect(flights.areUnaccountedFor)
  }

  @Test func anEffectThatEndsTakesItsTasksAlong() {
    var flights = InFlightEffects()
    let (gone, other) = (unit(1), unit(2))
    let (goneWork, otherWork) = (work(of: gone), work(of: other))
    flights.begin(gone)
    flights.begin(other)
    flights.begin(goneWork)
    flights.begin(otherWork)
    #expect(unsafe flights.contains(goneWork.asUnownedTaskExecutor()))
    unsafe flights.fellAsleep(1, on: otherWork.asUnownedTaskExecutor(), until: 1)
    flights.end(1)
    #expect(unsafe !flights.contains(goneWork.asUnownedTaskExecutor()))
    #expect(unsafe flights.contains(otherWork.asUnownedTaskExecutor()))
    #expect(!flights.areUnaccountedFor)
    #expect(!flights.contains(1))
    #expect(flights.contains(2))
  }

  @Test func keysOfExecutors() {
    let (first, second) = (work(of: unit(1)), work(of: unit(1)))
    #expect(unsafe TaskExecutorKey(first.asUnownedTaskExecutor()) == TaskExecutorKey(first.asUnownedTaskExecutor()))
    #expect(unsafe TaskExecutorKey(first.asUnownedTaskExecutor()) != TaskExecutorKey(second.asUnownedTaskExecutor()))
  }
}
