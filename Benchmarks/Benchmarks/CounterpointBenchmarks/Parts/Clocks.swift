import Benchmark
import ControlledClocks

func clocks() {
  for count in [1_000, 100_000] {
    benchmark("clock: \(count) sleepers that nobody controls, to the end") { meter in
      let clock = TestClock()
      let tasks = (0..<count).map { number in
        Task.detached { try? await clock.sleep(for: .milliseconds(number % 1000)) }
      }
      try? await clock.waitForSleepers(tasks.count)
      await meter.measureOnce { await clock.advance(by: .seconds(1)) }
      for task in tasks { await task.value }
    }
  }
}
