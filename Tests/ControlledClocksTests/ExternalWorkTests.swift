import ControlledClocks
@_spi(Internals) import CounterpointSupport
import Testing

/// A test clock with tasks that no driver runs. It is unknown when such a task reaches its sleep, so no test here
/// depends on it.
@Suite struct ExternalWorkTests {
  let clock = TestClock()

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
