import ControlledClocks
import Locks
import Testing

/// What a test clock does with tasks that nobody controls.
@Suite struct ForeignWorkTests {
  let clock = TestClock()
  let log = Recorder<Int>()

  @Test func fiveTicks() async {
    let task = Task { [clock, log] in
      var count = 0
      for await _ in clock.timer(interval: .seconds(1)) {
        count += 1
        log.note(count)
      }
      log.note(-1)
    }
    await clock.advance(by: .seconds(5))
    #expect(log.entries == [1, 2, 3, 4, 5])
    task.cancel()
    await task.value
    #expect(log.entries.last == -1)
  }

  @Test @MainActor func onTheMainActor() async {
    var ticks = 0
    let task = Task {
      for await _ in clock.timer(interval: .seconds(1)) { ticks += 1 }
    }
    await clock.advance(by: .seconds(5))
    #expect(ticks == 5)
    task.cancel()
    await task.value
  }

  @Test func inOrder() async {
    await withTaskGroup { group in
      for number in [3, 1, 2] {
        group.addTask { [clock, log] in
          try? await clock.sleep(for: .seconds(number))
          log.note(number)
        }
      }
      await clock.advance(by: .seconds(3))
      #expect(log.entries == [1, 2, 3])
    }
  }

  @Test func suspension() async throws {
    let task = Task { [clock] in try await clock.sleep(for: .seconds(1)) }
    await #expect(throws: SuspensionError(count: 1)) { try await clock.checkSuspension() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await clock.checkSuspension()
  }

  @Test func fromManyThreads() async throws {
    let woken = Locked(0)
    let cancelled = Locked(0)
    await withTaskGroup { group in
      for number in 0..<400 {
        group.addTask { [clock] in
          let task = Task {
            do {
              try await clock.sleep(for: .milliseconds(number % 7))
              woken.withLock { $0 += 1 }
            } catch {
              cancelled.withLock { $0 += 1 }
            }
          }
          if number.isMultiple(of: 3) { task.cancel() }
          await task.value
        }
      }
      for _ in 0..<4 {
        group.addTask { [clock, woken, cancelled] in
          while woken.withLock({ $0 }) + cancelled.withLock({ $0 }) < 400 { await clock.advance(by: .milliseconds(1)) }
        }
      }
    }
    #expect(woken.withLock { $0 } >= 400 * 2 / 3)
    #expect(woken.withLock { $0 } + cancelled.withLock { $0 } == 400)
    try await clock.checkSuspension()
  }
}
