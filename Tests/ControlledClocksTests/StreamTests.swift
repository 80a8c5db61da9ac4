import ControlledClocks
import CounterpointTestSupport
import Testing

@Suite struct StreamTests {
  struct Boom: Error {}

  /// The driver knows when no job is left to run.
  @Test func neverEndsByCancellationOnly() async {
    let driver = QueueDriver()
    let log = Recorder<String>()
    let tasks = [
      driver.start {
        for await _ in AsyncStream<Int>.never { log.note("element") }
        log.note("end")
      },
      driver.start {
        do {
          for try await _ in AsyncThrowingStream<Int, any Error>.never { log.note("element") }
          log.note("end")
        } catch {
          log.note("\(error)")
        }
      },
    ]
    await driver.settle()
    #expect(log.entries == [])
    for task in tasks { task.cancel() }
    await driver.settle()
    #expect(log.entries == ["end", "end"])
  }

  @Test func finished() async throws {
    for await _ in AsyncStream<Int>.finished { Issue.record("It has no elements.") }
    for try await _ in AsyncThrowingStream<Int, any Error>.finished() { Issue.record("It has no elements.") }
    await #expect(throws: Boom.self) {
      for try await _ in AsyncThrowingStream<Int, any Error>.finished(throwing: Boom()) {}
    }
  }

  /// `any AsyncSequence<Element, Failure>` takes the place of `eraseToStream`: it needs no stream and keeps the
  /// element and failure types.
  @Test func aSequenceOfATypeThatIsNotKnown() async {
    let ticks: @Sendable () -> any AsyncSequence<Int, Never> & Sendable = {
      ImmediateClock().timer(interval: .seconds(1)).prefix(3).map { Int($0.offset.components.seconds) }
    }
    var seen: [Int] = []
    for await tick in ticks() { seen.append(tick) }
    #expect(seen == [1, 2, 3])
  }
}
