import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
import Testing

@Suite struct EndFailureTests {
  private static let sleeper: @Sendable (Send<Relay.Action>) async throws -> Void = { _ in
    try await TestClock().sleep(for: .seconds(1))
  }

  @Test func f11AndF13NothingToSkip() async {
    let issues = await issues {
      let store = TestStore(initialState: Relay.State()) { Relay() }
      store.exhaustivity = .off
      await store.skipReceivedActions()
      await store.skipInFlightEffects()
      await store.skipReceivedActions(strict: false)
      await store.skipInFlightEffects(strict: false)
    }
    #expect(
      issues.map(\.headline) == ["There were no received actions to skip.", "There were no effects in flight to skip."]
    )
  }

  /// In an exhaustive test they are shown too, and don't fail the test.
  @Test(arguments: [Exhaustivity.on, .off(showSkippedAssertions: true), .off])
  func f12AndF14SkippedEventsAreShown(exhaustivity: Exhaustivity) async {
    let line: UInt = #line + 8
    let issues = await issues {
      let store = TestStore(initialState: Relay.State(), exhaustivity: exhaustivity) {
        Relay { send in
          await send(.increment)
          try await Self.sleeper(send)
        }
      }
      let task = await store.send(.start)
      await store.skipReceivedActions()
      await store.skipInFlightEffects()
      await task.cancel()
    }
    guard exhaustivity != .off else { return #expect(issues.isEmpty) }
    #expect(issues.map(\.line) == [line + 1, line + 2])
    #expect(issues.first?.headline == "Skipped assertions: 1 received action was skipped:")
    #expect(issues.last?.headline == "Skipped assertions: 1 effect in flight was skipped, of:")
    #expect(issues.last?.message.contains(".start") == true)
  }

  @Test func f15FinishThatCanNotSucceed() async {
    let line: UInt = #line + 5
    let issues = await issues {
      let store = TestStore(initialState: Relay.State()) { Relay(effect: Self.sleeper) }
      store.timeout = .seconds(1_000)
      let task = await store.send(.start)
      await store.finish()
      await task.cancel()
    }
    #expect(issues.map(\.line) == [line])
    #expect(issues.first?.message.contains("Effects are still in flight") ?? false)
    #expect(issues.first?.message.contains("Relay.swift:\(Relay.runLine)") ?? false)
  }

  @Test(arguments: [Exhaustivity.on, .off]) func f16TaskFinishThatCanNotSucceed(exhaustivity: Exhaustivity) async {
    let line: UInt = #line + 5
    let issues = await issues {
      let store = TestStore(initialState: Relay.State(), exhaustivity: exhaustivity) { Relay(effect: Self.sleeper) }
      store.timeout = .seconds(1_000)
      let task = await store.send(.start)
      await task.finish()
      await task.cancel()
    }
    #expect(issues.map(\.line) == [line])
    #expect(issues.first?.message.contains("Effects of this 'send' are still in flight") ?? false)
  }

  @Test func f17UnreceivedAtTheEnd() async {
    let line: UInt = #line + 8
    let issues = await issues {
      let store = TestStore(initialState: Relay.State()) {
        Relay { send in
          await send(.increment)
          await send(.said("secret"))
        }
      }
      await store.send(.start)
    }
    #expect(issues.map(\.line) == [line])
    let message = issues.first?.message ?? ""
    #expect(message.hasPrefix("The store received 2 actions that the test has not asserted"))
    #expect(message.contains("  • .increment\n  • .said(…)\n"))
    #expect(message.contains("await store.receive(\\.said, \"secret\") {\n      $0.text = \"secret\"\n    }"))
    #expect(message.contains("skipReceivedActions"))
    #expect(message.contains("exhaustivity = .off"))
  }

  @Test func f17AtFinishAndNotAgainAtTheEnd() async {
    let line: UInt = #line + 4
    let issues = await issues {
      let store = TestStore(initialState: Relay.State()) { Relay() }
      await store.send(.startAtOnce)
      await store.finish()
    }
    #expect(issues.map(\.line) == [line])
  }

  /// The action can still be received.
  @Test func f17OfActionsAfterFinish() async {
    let line: UInt = #line + 7
    let issues = await issues {
      let store = TestStore(initialState: Relay.State()) { Relay() }
      await store.send(.startAtOnce)
      await store.finish()
      await store.receive(.increment)
      await store.send(.increment) { $0.count = 2 }
      await store.send(.startAtOnce)
    }
    #expect(issues.map(\.line) == [line - 3, line])
  }

  @Test func f18InFlightAtTheEnd() async {
    let line: UInt = #line + 4
    let issues = await issues {
      let store = TestStore(initialState: Relay.State()) { Relay(effect: Self.sleeper) }
      await store.send(.nothing)
      await store.send(.start)
    }
    #expect(issues.map(\.line) == [line])
    let message = issues.first?.message ?? ""
    #expect(message.contains("still in flight at the end of the test"))
    #expect(message.contains("Relay.swift:\(Relay.runLine)"))
    for remedy in ["store.finish()", "advance the test clock", "task.cancel()", "skipInFlightEffects", ".off"] {
      #expect(message.contains(remedy))
    }
  }

  @Test func f18OfAReceivedActionIsAtItsSend() async {
    let line: UInt = #line + 3
    let issues = await issues {
      let store = TestStore(initialState: Relay.State()) { Relay(effect: Self.sleeper) }
      await store.send(.startLater)
      await store.receive(.start)
    }
    #expect(issues.map(\.line) == [line])
  }

  @Test func order() async {
    let line: UInt = #line + 3
    let issues = await issues {
      let store = TestStore(initialState: Relay.State()) { Relay(effect: Self.sleeper) }
      await store.send(.start)
      await store.send(.start)
      await store.send(.startAtOnce)
    }
    #expect(issues.map(\.line) == [line + 2, line, line + 1])
    #expect(issues.first?.message.contains("1 action") ?? false)
  }

  @Test func aStoreThatAssertsEverythingReportsNothing() async {
    let issues = await issues {
      let store = TestStore(initialState: Relay.State()) { Relay(effect: Self.sleeper) }
      let task = await store.send(.start)
      await task.cancel()
      await store.finish()
    }
    #expect(issues.isEmpty)
  }
}
