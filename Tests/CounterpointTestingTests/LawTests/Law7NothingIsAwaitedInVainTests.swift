import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
@_spi(Internals) import CounterpointSupport
import Testing

/// An action that can't come any more fails at once, and a test waits in vain only once.
@Suite struct Law7NothingIsAwaitedInVainTests {
  private typealias Body = @Sendable (Send<Relay.Action>) async throws -> Void

  private static let endless: [Body] = [
    { _ in try await Task.never() },
    { send in await send(.said("\(try await Task.never() as Int)")) },
    { _ in for await _ in AsyncStream<Int>.never {} },
    { _ in for try await _ in AsyncThrowingStream<Int, any Error>.never {} },
    { _ in await withTaskGroup(of: Void.self) { group in group.addTask { try? await Task.never() } } },
  ]

  @Test(.ends, arguments: 0..<5) func anActionBehindAnEndlessWait(_ index: Int) async {
    let issues = await issues {
      let store = TestStore(initialState: Relay.State()) { Relay(effect: Self.endless[index]) }
      // A wait for real time would exceed the time limit of the test.
      store.timeout = .seconds(1_000)
      let task = await store.send(.start)
      await store.receive(.nothing)
      await task.cancel()
      await store.finish()
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("It can't come any more; in flight:") == true)
    #expect(issues.first?.message.contains("of '.start'") == true)
  }

  /// The store can't tell a continuation that nothing resumes from a callback. Only the first call waits for it.
  @Test func theLimitIsOneForTheTest() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let clock = ContinuousClock()
    let issues = await issues {
      let store = TestStore(initialState: Relay.State()) { Relay { _ in for await _ in stream {} } }
      store.timeout = .milliseconds(50)
      await store.send(.start)
      let time = await clock.measure { await store.receive(.nothing) }
      #expect(time >= .milliseconds(50))
      store.timeout = .milliseconds(60)
      await store.receive(.nothing)
      store.timeout = .milliseconds(60)
      await store.receive(.nothing)
      await store.receive(.nothing, timeout: .milliseconds(1))
      continuation.finish()
      await store.finish()
    }
    #expect(issues.count == 4)
    #expect(issues[0].message.contains("after 0.05 seconds"))
    #expect(issues[1].message.contains("after 0.01 seconds"))
    #expect(issues[1].message.contains("waited 0.05 seconds in vain, so this call waited only 0.01 seconds."))
    #expect(issues[2].message.contains("The test has already waited 0.06 seconds in vain, so this call did not wait."))
    #expect(issues[3].message.contains("after 0.001 seconds"))
  }

  /// A call that reports nothing does not shorten the waits of later ones.
  @Test func aFinishThatReportsNothingIsNotInVain() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let issues = await issues {
      let store = TestStore(initialState: Relay.State()) { Relay { _ in for await _ in stream {} } }
      store.timeout = .milliseconds(20)
      store.exhaustivity = .off
      await store.send(.start)
      await store.finish()
      await store.receive(.nothing)
      continuation.finish()
      await store.finish()
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("after 0.02 seconds") == true, "\(issues)")
  }
}
