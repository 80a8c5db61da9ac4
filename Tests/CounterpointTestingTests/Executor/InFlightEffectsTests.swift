import Testing

@testable import CounterpointCore
@testable import CounterpointTesting

/// The effects in flight, as the driver of a test store tracks them.
@Suite struct InFlightEffectsTests {
  private let driver = TestDriver(actor: nil)

  private func group(_ number: Int) -> EffectGroup {
    EffectGroup(number: number, action: "tap", origin: nil, scope: EffectScope(parent: nil))
  }

  private func executor(of group: EffectGroup) -> EffectExecutor {
    EffectExecutor(effectGroup: group, location: nil, driver: driver)
  }

  @Test func anEffectIsAwakeUntilAllItsTasksSleep() {
    var effects = InFlightEffects()
    #expect(!effects.hasAwakeEffects)
    let group = group(1)
    effects.begin(group)
    #expect(effects.hasAwakeEffects)
    let (first, second) = (executor(of: group), executor(of: group))
    effects.begin(first)
    effects.begin(second)
    unsafe effects.taskFellAsleep(1, on: first.asUnownedTaskExecutor(), until: 10)
    #expect(effects.hasAwakeEffects)
    unsafe effects.taskFellAsleep(2, on: second.asUnownedTaskExecutor(), until: 20)
    #expect(!effects.hasAwakeEffects)
    effects.end(second)
    #expect(!effects.hasAwakeEffects)
    unsafe effects.taskWoke(1, on: first.asUnownedTaskExecutor())
    #expect(effects.hasAwakeEffects)
    effects.end(first)
    effects.end(1)
    #expect(!effects.hasAwakeEffects)
  }

  @Test func aTaskSleepsUntilItsLastSleepEnds() {
    var effects = InFlightEffects()
    let group = group(1)
    let executor = executor(of: group)
    effects.begin(group)
    effects.begin(executor)
    for sleep in 1...3 as ClosedRange<UInt64> {
      unsafe effects.taskFellAsleep(sleep, on: executor.asUnownedTaskExecutor(), until: sleep)
    }
    unsafe effects.taskWoke(2, on: executor.asUnownedTaskExecutor())
    #expect(executor.progress.deadlines.keys.sorted() == [1, 3])
    #expect(!effects.hasAwakeEffects)
    unsafe effects.taskWoke(1, on: executor.asUnownedTaskExecutor())
    unsafe effects.taskWoke(3, on: executor.asUnownedTaskExecutor())
    #expect(effects.hasAwakeEffects)
  }

  @Test func theEndOfAnEffectRemovesItsTasks() {
    var effects = InFlightEffects()
    let (ended, other) = (group(1), group(2))
    let (endedExecutor, otherExecutor) = (executor(of: ended), executor(of: other))
    effects.begin(ended)
    effects.begin(other)
    effects.begin(endedExecutor)
    effects.begin(otherExecutor)
    #expect(unsafe effects.contains(endedExecutor.asUnownedTaskExecutor()))
    unsafe effects.taskFellAsleep(1, on: otherExecutor.asUnownedTaskExecutor(), until: 1)
    effects.end(1)
    #expect(unsafe !effects.contains(endedExecutor.asUnownedTaskExecutor()))
    #expect(unsafe effects.contains(otherExecutor.asUnownedTaskExecutor()))
    #expect(!effects.hasAwakeEffects)
    #expect(!effects.contains(1))
    #expect(effects.contains(2))
  }

  @Test func keysOfExecutors() {
    let (first, second) = (executor(of: group(1)), executor(of: group(1)))
    #expect(unsafe TaskExecutorKey(first.asUnownedTaskExecutor()) == TaskExecutorKey(first.asUnownedTaskExecutor()))
    #expect(unsafe TaskExecutorKey(first.asUnownedTaskExecutor()) != TaskExecutorKey(second.asUnownedTaskExecutor()))
  }
}
