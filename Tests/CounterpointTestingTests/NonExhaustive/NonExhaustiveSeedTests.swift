import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
import Testing

/// The requirements of seed 003, one by one, in both modes.
@Suite struct NonExhaustiveSeedTests {
  static let modes: [Exhaustivity] = [.off, .off(showSkippedAssertions: true)]

  private let clock = TestClock()

  private func makeStore(_ mode: Exhaustivity, isMoodFirst: Bool = false) -> TestStoreOf<Person> {
    TestStore(initialState: Person.State(), exhaustivity: mode) {
      Person(isMoodFirst: isMoodFirst)
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  /// Returns the failures without the notices, which the reporter of `issues(during:)` also collects.
  private func failures(_ operation: () async -> Void) async -> [ReportedIssue] {
    await issues(during: operation).filter { !$0.message.hasPrefix("Skipped assertions") }
  }

  @Test(arguments: modes) func n1N2OnlyAssertedPropertiesAreCompared(mode: Exhaustivity) async {
    let failures = await failures {
      let store = makeStore(mode)
      await store.send(.changeIdentity(name: "Marek", surname: "Ignored")) { $0.name = "Marek" }
    }
    #expect(failures.isEmpty)
  }

  @Test(arguments: modes) func n2AWrongValueFails(mode: Exhaustivity) async {
    let failures = await failures {
      let store = makeStore(mode)
      await store.send(.changeIdentity(name: "Marek", surname: "Ignored")) { $0.name = "Adam" }
    }
    #expect(failures.count == 1)
    #expect(failures.first?.message.contains("    $0.name = \"Marek\"") ?? false)
    #expect(failures.first?.message.contains("$0.surname") == false)
  }

  @Test(arguments: modes) func n3ManySendsOneAssertion(mode: Exhaustivity) async {
    let failures = await failures {
      let store = makeStore(mode)
      await store.send(.changeIdentity(name: "Adam", surname: "Stern"))
      await store.send(.changeIdentity(name: "Piotr", surname: "Galiszewski"))
      await store.send(.changeIdentity(name: "Merowing", surname: "Info")) {
        $0.name = "Merowing"
        $0.surname = "Info"
      }
    }
    #expect(failures.isEmpty)
  }

  @Test(arguments: modes) func n3ReceivedActionsAreSkippedByTheNextSend(mode: Exhaustivity) async {
    let failures = await failures {
      let store = makeStore(mode)
      await store.send(.advanceAgeAndMoodAfterDelay)
      await clock.advance(by: .seconds(1))
      await store.send(.changeIdentity(name: "Merowing", surname: "Info"))
      await store.receive(.changeAge(34))
    }
    #expect(failures.count == 1)
  }

  @Test(arguments: modes) func n4N5AnActionIsReceivedAndAnotherIgnored(mode: Exhaustivity) async {
    let failures = await failures {
      let store = makeStore(mode)
      await store.send(.advanceAgeAndMoodAfterDelay)
      await clock.advance(by: .seconds(1))
      await store.receive(.changeAge(34)) { $0.age = 34 }
    }
    #expect(failures.isEmpty)
  }

  @Test(arguments: modes) func n4AnActionThatIsNeverSentFails(mode: Exhaustivity) async {
    let failures = await failures {
      let store = makeStore(mode)
      await store.send(.advanceAgeAndMoodAfterDelay)
      await clock.advance(by: .seconds(1))
      await store.receive(.changeAge(99))
      // The received action is still available.
      await store.receive(.changeMood(1)) { $0.mood = 1 }
    }
    #expect(failures.count == 1)
    #expect(failures.first?.message.contains("none of the received actions matches") ?? false)
  }

  @Test(arguments: modes) func n6EffectsContinueWithoutAReceive(mode: Exhaustivity) async {
    let failures = await failures {
      let store = TestStore(initialState: Relay.State(), exhaustivity: mode) {
        Relay { send in
          await send(.increment)
          await send(.said("a"))
        }
      }
      await store.send(.startLater)
      await store.receive(.said("a")) { $0.text = "a" }
      #expect(store.state == Relay.State(count: 1, text: "a"))
    }
    #expect(failures.isEmpty)
  }

  @Test(arguments: modes) func n7TestsEndWithEffectsInFlight(mode: Exhaustivity) async {
    let failures = await failures {
      let store = makeStore(mode)
      await store.send(.waitForEver)
    }
    #expect(failures.isEmpty)
  }

  @Test(arguments: modes) func n8TheEndOfEffectsCanBeAsserted(mode: Exhaustivity) async {
    let failures = await failures {
      let store = makeStore(mode)
      let task = await store.send(.waitForEver)
      await store.finish()
      await task.finish()
      await store.withExhaustivity(.on) { await store.finish() }
    }
    #expect(failures.count == 2)
    #expect(failures.first?.message.hasPrefix("Effects of this 'send' are still in flight") ?? false)
    #expect(failures.last?.message.hasPrefix("Effects are still in flight") ?? false)
  }

  @Test(arguments: modes + [.on]) func n9TheSameScriptInEachMode(mode: Exhaustivity) async {
    let failures = await failures {
      let store = makeStore(mode)
      await store.send(.changeIdentity(name: "Marek", surname: "Nowak")) {
        $0.name = "Marek"
        $0.surname = "Nowak"
      }
      await store.send(.advanceAgeAndMoodAfterDelay)
      await clock.advance(by: .seconds(1))
      await store.receive(.changeAge(34)) { $0.age = 34 }
      await store.receive(.changeMood(1)) { $0.mood = 1 }
    }
    #expect(failures.isEmpty)
  }

  @Test func n10TestsAreExhaustiveByDefault() {
    #expect(TestStore(initialState: Person.State()) { Person() }.exhaustivity == .on)
  }

  @Test(arguments: modes) func n12TheStateIsReadOutsideOfClosures(mode: Exhaustivity) async {
    let failures = await failures {
      let store = makeStore(mode)
      await store.send(.advanceAgeAndMoodAfterDelay)
      #expect(store.state.age == 33)
      await clock.advance(by: .seconds(1))
      // Without a `receive`.
      #expect(store.state.age == 34)
      store.assert { $0.age = 34 }
      await store.skipReceivedActions()
      #expect(store.state.mood == 1)
      store.assert { $0.mood = 1 }
    }
    #expect(failures.isEmpty)
  }

  @Test(arguments: [true, false]) func n13AnotherOrderDoesNotBreakIt(isMoodFirst: Bool) async {
    let failures = await failures {
      let store = makeStore(.off, isMoodFirst: isMoodFirst)
      await store.send(.advanceAgeAndMoodAfterDelay)
      await clock.advance(by: .seconds(1))
      await store.receive(.changeAge(34)) { $0.age = 34 }
    }
    #expect(failures.isEmpty)
  }

  @Test func n15RelativeChangesFail() async {
    let relative = await failures {
      let store = makeStore(.off)
      await store.send(.changeAge(34)) { $0.age += 1 }
    }
    #expect(relative.count == 1)
    let exhaustive = await failures {
      let store = makeStore(.on)
      await store.send(.changeAge(34)) { $0.age += 1 }
    }
    #expect(exhaustive.isEmpty)
  }

  @Test func n16SkippedAssertionsAreShown() async {
    let notices = await issues {
      let store = makeStore(.off(showSkippedAssertions: true))
      await store.send(.changeIdentity(name: "Marek", surname: "Ignored")) { $0.name = "Marek" }
      await store.send(.advanceAgeAndMoodAfterDelay)
      await clock.advance(by: .seconds(1))
      await store.receive(.changeMood(1)) { $0.mood = 1 }
      await store.send(.waitForEver)
      await store.skipInFlightEffects()
    }
    #expect(notices.allSatisfy { $0.message.hasPrefix("Skipped assertions: ") })
    #expect(notices.count == 3)
    guard notices.count == 3 else { return }
    #expect(
      notices[0].headline
        == "Skipped assertions: The state after '.changeIdentity' was sent is not what the closure says:"
    )
    #expect(notices[0].message.contains("surname: \"Ignored\""))
    // Suggested statements would be wrong: they transform the state before the action, which the closure doesn't
    // receive.
    #expect(!notices[0].message.contains("makes it pass"))
    #expect(notices[1].message.contains("1 received action was skipped before the expected one"))
    #expect(notices[2].message.contains("1 effect in flight was skipped"))
  }

  @Test func n16ActionsThatASendSkipsAreShown() async {
    let notices = await issues {
      let store = makeStore(.off(showSkippedAssertions: true))
      await store.send(.advanceAgeAndMoodAfterDelay)
      await clock.advance(by: .seconds(1))
      await store.send(.waitForEver)
      await store.skipInFlightEffects()
    }
    #expect(notices.map(\.headline).first == "Skipped assertions: 2 received actions were skipped:")
  }

  @Test func showingNoticesRunsTheClosureTwiceWithoutAFailure() async {
    var runs = 0
    let failures = await failures {
      let store = makeStore(.off(showSkippedAssertions: true))
      await store.send(.changeAge(34)) {
        runs += 1
        $0.age = 34
        if runs == 2 { throw CancellationError() }
      }
    }
    #expect(runs == 2)
    #expect(failures.isEmpty)
  }
}
