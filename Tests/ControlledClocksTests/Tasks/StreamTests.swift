import ControlledClocks
import Testing

@Suite struct StreamTests {
  struct Boom: Error {}

  @Test func neverEndsByCancellation() async throws {
    let task = Task {
      var count = 0
      for await _ in AsyncStream<Int>.never { count += 1 }
      return count
    }
    task.cancel()
    #expect(await task.value == 0)
    let throwing = Task {
      var count = 0
      for try await _ in AsyncThrowingStream<Int, any Error>.never { count += 1 }
      return count
    }
    throwing.cancel()
    #expect(try await throwing.value == 0)
  }

  @Test func finished() async throws {
    for await _ in AsyncStream<Int>.finished { Issue.record("It has no elements.") }
    for try await _ in AsyncThrowingStream<Int, any Error>.finished() { Issue.record("It has no elements.") }
    await #expect(throws: Boom.self) {
      for try await _ in AsyncThrowingStream<Int, any Error>.finished(throwing: Boom()) {}
    }
  }

  /// What the language has in place of `eraseToStream`: no stream, and no loss of what the sequence is.
  @Test func aSequenceOfATypeThatIsNotKnown() async {
    let ticks: @Sendable () -> any AsyncSequence<Int, Never> & Sendable = {
      ImmediateClock().timer(interval: .seconds(1)).prefix(3).map { Int($0.offset.components.seconds) }
    }
    var seen: [Int] = []
    for await tick in ticks() { seen.append(tick) }
    #expect(seen == [1, 2, 3])
  }
}
