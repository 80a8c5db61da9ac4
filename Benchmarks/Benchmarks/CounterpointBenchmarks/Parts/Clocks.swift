import Benchmark
import ControlledClocks

func clocks() {
  benchmark("clock: wake a sleeper that nobody controls") { meter in
    let clock = TestClock()
    let tasks = (0..<1000).map { number in
      Task.detached { try? await clock.sleep(for: .milliseconds(number)) }
    }
    try? await clock.waitForSleepers(tasks.count)
    await meter.measureOnce(repetitions: tasks.count) { await clock.advance(by: .seconds(1)) }
    for task in tasks { await task.value }
  }
}
