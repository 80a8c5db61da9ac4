import ControlledClocks
import CounterpointTestSupport
import Testing

/// Tasks that never end on their own, and tasks that are canceled together with their waiter.
@Suite struct TaskTests {
  /// The driver knows when no job is left to run.
  @Test func neverEndsByCancellationOnly() async {
    let driver = QueueDriver()
    let log = Recorder<String>()
    let task = driver.start {
      do {
        try await Task.never()
        log.note("returned")
      } catch {
        log.note(error is CancellationError ? "canceled" : "\(error)")
      }
    }
    await driver.settle()
    #expect(log.entries == [])
    task.cancel()
    await driver.settle()
    #expect(log.entries == ["canceled"])
  }

  @Test func neverThrowsAtOnceIfTheTaskWasCancelledBefore() async {
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      try await Task.never()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func neverWhereAValueIsAskedFor() async {
    let fetch: @Sendable () async throws -> Int = { try await Task.never() }
    let task = Task { try await fetch() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func cancellableValueGivesTheValue() async throws {
    struct Boom: Error {}
    #expect(await Task { 1 }.cancellableValue == 1)
    #expect(try await Task { () async throws -> Int in 2 }.cancellableValue == 2)
    let failing = Task { () async throws -> Int in throw Boom() }
    await #expect(throws: Boom.self) { try await failing.cancellableValue }
  }

  @Test func cancelingTheWaiterCancelsTheTask() async {
    let throwing = Task { try await Task.never() }
    let waiter = Task { try await throwing.cancellableValue }
    waiter.cancel()
    await #expect(throws: CancellationError.self) { try await waiter.value }
    #expect(throwing.isCancelled)

    let other = Task { () async -> Bool in
      for await _ in AsyncStream<Never>.never {}
      return Task.isCancelled
    }
    let second = Task { await other.cancellableValue }
    second.cancel()
    #expect(await second.value)
  }
}
