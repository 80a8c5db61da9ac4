import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
import Testing

@Suite struct ReceiveFailureTests {
  private func makeStore(_ effect: @escaping @Sendable (Send<Relay.Action>) async throws -> Void) -> TestStoreOf<Relay>
  {
    TestStore(initialState: Relay.State()) { Relay(effect: effect) }
  }

  @Test func f7NothingIsInFlight() async {
    let line: UInt = #line + 5
    let issues = await issues {
      let store = TestStore(initialState: Relay.State()) { Relay() }
      // Long enough to be noticed if the test waited for it.
      store.timeout = .seconds(1_000)
      await store.receive(.increment)
    }
    #expect(issues.map(\.line) == [line])
    let message = issues.first?.message ?? ""
    #expect(message.contains("Relay.Action.increment"))
    #expect(message.contains("no action was received"))
    #expect(message.contains("no effect is in flight"))
  }

  @Test func f7NamesTheExpectedAction() async {
    let issues = await issues {
      let store = TestStore(initialState: Relay.State()) { Relay() }
      await store.receive { _ in true }
      await store.receive(\.increment)
      await store.receive(\.said, "a")
      await store.receive(\.said)
    }
    #expect(issues.count == 4)
    guard issues.count == 4 else { return }
    #expect(issues[0].message.contains("for which the predicate is true"))
    #expect(issues[1].message.contains("Relay.Action.increment"))
    #expect(issues[2].message.contains("Relay.Action.said(\"a\")"))
    #expect(issues[3].message.contains("an action of the case '\\.said', with a payload of type 'String'"))
  }

  @Test func f7EffectsSleepOnATestClock() async {
    let issues = await issues {
      let clock = TestClock()
      let store = makeStore { send in
        try await clock.sleep(for: .seconds(5))
        await send(.increment)
      }
      store.timeout = .seconds(1_000)
      let task = await store.send(.start)
      await store.receive(.increment)
      await task.cancel()
    }
    #expect(issues.count == 1)
    let message = issues.first?.message ?? ""
    #expect(message.contains("can't come unless a test clock is moved"))
    #expect(message.contains("Relay.swift:\(Relay.runLine), of '.start'"))
    #expect(message.contains("sleeps on a test clock until 5.0 seconds"))
    #expect(message.contains("Advance the clock"))
  }

  @Test func f8TheTimeoutPasses() async {
    let line: UInt = #line + 5
    let issues = await issues {
      let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
      let store = makeStore { _ in for await _ in stream {} }
      let task = await store.send(.start)
      await store.receive(.increment, timeout: .milliseconds(1))
      continuation.finish()
      await task.finish()
    }
    #expect(issues.map(\.line) == [line])
    let message = issues.first?.message ?? ""
    #expect(message.contains("after 0.001 seconds"))
    #expect(message.contains("Relay.swift:\(Relay.runLine)"))
    #expect(message.contains("waits for something that the test store does not run"))
    #expect(message.contains("give this call a longer 'timeout'"))
  }

  @Test func f8ASleepOnARealClockIsNamed() async {
    let issues = await issues {
      // Canceled below, so no time passes except that of the call.
      let store = makeStore { _ in try await Task.sleep(for: .seconds(3600)) }
      let task = await store.send(.start)
      await store.receive(.increment, timeout: .milliseconds(1))
      await task.cancel()
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("a sleep on a real clock ('Task.sleep', 'ContinuousClock')") ?? false)
  }

  @Test func f8WithoutATimeout() async {
    let issues = await issues {
      let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
      let store = makeStore { _ in for await _ in stream {} }
      store.timeout = .zero
      let task = await store.send(.start)
      await store.receive(.increment)
      store.timeout = .seconds(60)
      continuation.finish()
      await store.finish()
      await task.cancel()
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains(" after 0") == false)
    #expect(issues.first?.message.contains("or set 'store.timeout'") ?? false)
  }

  @Test func f9AnotherActionWasReceived() async {
    let line: UInt = #line + 6
    let issues = await issues {
      let store = makeStore { send in
        await send(.said("b"))
      }
      await store.send(.start)
      await store.receive(.said("a")) { $0.text = "a" }
      // The unexpected action has been received.
      #expect(store.state.text == "b")
    }
    #expect(issues.map(\.line) == [line])
    let message = issues.first?.message ?? ""
    #expect(message.contains("− Relay.Action.said(\"a\")"))
    #expect(message.contains("+ Relay.Action.said(\"b\")"))
    #expect(message.contains("(Expected: −, Received: +)"))
  }

  /// The first failure is a missing `receive`. The actions that it omits are not reported again.
  @Test func f9InTheOtherOrder() async {
    let issues = await issues {
      let store = makeStore { send in
        await send(.increment)
        await send(.said("a"))
      }
      await store.send(.start)
      await store.receive(\.said) { $0.text = "a" }
      await store.receive(\.increment)
    }
    #expect(issues.map(\.headline) == ["1 action must be received before the expected one:"])
  }

  @Test func f9WithAnotherPayload() async {
    let issues = await issues {
      let store = makeStore { send in await send(.said("b")) }
      await store.send(.start)
      await store.receive(\.said, "a")
    }
    #expect(issues.first?.message.contains("+ Relay.Action.said(\"b\")") ?? false)
  }

  @Test func f3OfAReceivedActionThatChangesNothing() async {
    let line: UInt = #line + 4
    let issues = await issues {
      let store = makeStore { send in await send(.nothing) }
      await store.send(.start)
      await store.receive(.nothing) { $0.count = 2 }
    }
    #expect(issues.map(\.line) == [line])
    let message = issues.first?.message ?? ""
    #expect(message.contains("The state after '.nothing' was received is not what the closure says"))
    #expect(message.contains("The action changed nothing."))
  }

  @Test func f3AndF5OfAReceivedAction() async {
    let issues = await issues {
      let store = makeStore { send in
        await send(.increment)
        await send(.nothing)
      }
      await store.send(.start)
      await store.receive(.increment) { $0.count = 9 }
      await store.receive(.nothing) { _ in }
    }
    #expect(issues.count == 2)
    #expect(issues.first?.message.contains("after '.increment' was received") ?? false)
    #expect(issues.last?.message.contains("Leave the closure out") ?? false)
  }
}
