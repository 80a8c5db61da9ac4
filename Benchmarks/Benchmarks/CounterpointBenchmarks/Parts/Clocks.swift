import Benchmark
import ControlledClocks
import Counterpoint
import CounterpointTesting

func clocks() {
  benchmark("clock: wake a sleeper outside of a test store") { meter in
    let clock = TestClock()
    let tasks = (0..<1000).map { number in
      Task.detached { try? await clock.sleep(for: .milliseconds(number)) }
    }
    try? await clock.waitForSleepers(tasks.count)
    await meter.measureOnce(repetitions: tasks.count) { await clock.advance(by: .seconds(1)) }
    for task in tasks { await task.value }
  }

  for (name, isMerged) in [("tasks of ten effects", false), ("effects", true)] {
    benchmark("clock: wake each of 100,000 sleeping \(name) of a test store") { meter in
      let clock = TestClock()
      let store = TestStore(initialState: 0) { Sleepers(clock: clock, areEffects: isMerged) }
      await store.send(100_000)
      await meter.measureOnce(repetitions: 100_000) { await clock.advance(by: .seconds(100_000)) }
    }
  }
}

/// Its action is how many are to sleep, the first a second long, the second two, and so on.
struct Sleepers: Reducer {
  let clock: TestClock<Duration>
  /// Whether each sleeper is an effect of its own.
  let areEffects: Bool

  func reduce(into state: inout Int, action: Int) -> Effect<Int> {
    guard !areEffects else {
      return .merge(
        (1...action).map { number in .run { [clock] _ in try await clock.sleep(for: .seconds(number)) } }
      )
    }
    // More than that many jobs of one effect, all of a sudden, look like an effect without an end.
    let tasksOfOne = 10_000
    return .merge(
      stride(from: 1, through: action, by: tasksOfOne).map { first in
        .run { [clock] _ in
          await withDiscardingTaskGroup { group in
            for number in first..<first + tasksOfOne {
              group.addTask { try? await clock.sleep(for: .seconds(number)) }
            }
          }
        }
      }
    )
  }
}
