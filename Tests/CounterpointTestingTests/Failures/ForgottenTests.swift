import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
import Foundation
import Testing

/// A test with one omission fails with one issue. Consequences are shown in notes, which don't fail the test.
@Suite struct ForgottenTests {
  private func makeStore(
    _ effect: @escaping @Sendable (Send<Relay.Action>) async throws -> Void = { _ in }
  ) -> TestStoreOf<Relay> {
    TestStore(initialState: Relay.State()) { Relay(effect: effect) }
  }

  // MARK: A forgotten 'receive'

  @Test func aReceiveBeforeASend() async {
    let line: UInt = #line + 4
    let issues = await issues {
      let store = makeStore()
      await store.send(.startAtOnce)
      await store.send(.increment) { $0.count = 2 }
      await store.send(.said("a")) { $0.text = "a" }
      #expect(store.state == Relay.State(count: 2, text: "a"))
      await store.finish()
    }
    #expect(issues.map(\.line) == [line])
    let message = issues.first?.message ?? ""
    #expect(message.contains("    await store.receive(\\.increment) {\n      $0.count = 1\n    }"))
  }

  @Test func aReceiveBeforeASendThatComesLater() async {
    let issues = await issues {
      let store = makeStore { send in await send(.said("a")) }
      await store.send(.startAtOnce)
      await store.send(.start)
      await store.receive(\.increment) { $0.count = 1 }
      await store.receive(\.said, "a") { $0.text = "a" }
      #expect(store.state == Relay.State(count: 1, text: "a"))
    }
    #expect(issues.count == 1)
  }

  @Test func aReceiveBeforeAnotherOne() async {
    let line: UInt = #line + 7
    let issues = await issues {
      let store = makeStore { send in
        await send(.increment)
        await send(.said("a"))
      }
      await store.send(.start)
      await store.receive(.said("a")) { $0.text = "a" }
      await store.send(.increment) { $0.count = 2 }
    }
    #expect(issues.map(\.line) == [line])
    let message = issues.first?.message ?? ""
    #expect(message.hasPrefix("1 action must be received before the expected one:"))
    #expect(message.contains("    await store.receive(\\.increment) {\n      $0.count = 1\n    }"))
  }

  /// The expected action is compared anyway.
  @Test func theReceiveAfterAMissingOneIsChecked() async {
    let line: UInt = #line + 7
    let issues = await issues {
      let store = makeStore { send in
        await send(.increment)
        await send(.said("a"))
      }
      await store.send(.start)
      await store.receive(.said("a")) { $0.text = "b" }
    }
    #expect(issues.map(\.line) == [line, line])
    #expect(issues.last?.headline == "The state after '.said' was received is not what the closure says:")
  }

  @Test func aReceiveAtTheEnd() async {
    let line: UInt = #line + 4
    let issues = await issues {
      let store = makeStore()
      await store.send(.increment) { $0.count = 1 }
      await store.send(.startAtOnce)
    }
    #expect(issues.map(\.line) == [line])
    #expect(issues.first?.headline == "The store received 1 action that the test has not asserted:")
  }

  @Test(arguments: [true, false]) func finishOfATaskIsAStep(isCanceled: Bool) async {
    let line: UInt = #line + 7
    let issues = await issues {
      let store = makeStore()
      let task = await store.send(.startAtOnce)
      if isCanceled {
        await task.cancel(line: line)
      } else {
        await task.finish(line: line)
      }
    }
    #expect(issues.map(\.line) == [line])
  }

  @Test func aReceiveOfAnActionThatSharedStateWasChangedBefore() async {
    let line: UInt = #line + 9
    let issues = await issues {
      let store = TestStore(initialState: Tally.State()) {
        Tally { count, send in
          count.withLock { $0 = 5 }
          await send(.nothing)
        }
      }
      await store.send(.start)
      await store.send(.increment) { $0.$count.withLock { $0 = 6 } }
      store.assert { _ in }
    }
    #expect(issues.map(\.line) == [line])
  }

  // MARK: A forgotten dependency

  @DependencyClient struct Client: Sendable, TestDependencyKey {
    var load: @Sendable () async throws -> String
    static let testValue = Client()
  }

  @Reducer struct Notes {
    @ObservableState struct State: Equatable {
      var ids: [UUID] = []
      var text = ""
    }
    enum Action: Equatable {
      case added
      case loaded(String)
      case saved(UUID)
      case loadTapped
    }
    @Dependency(\.uuid) var uuid
    @Dependency(\.continuousClock) var clock
    @Dependency(Client.self) var client
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .added:
          let id = uuid()
          state.ids.append(id)
          return .run { send in
            try await clock.sleep(for: .milliseconds(1))
            await send(.saved(id))
          }
        case .loadTapped:
          return .run { send in await send(.loaded(try await client.load())) }
        case .loaded(let text):
          state.text = text
          return .none
        case .saved:
          return .none
        }
      }
    }
  }

  private func isNote(_ issue: ReportedIssue) -> Bool { issue.message.hasPrefix("Note: ") }

  @Test func anIdentifier() async {
    let line: UInt = #line + 7
    let issues = await issues {
      let store = TestStore(initialState: Notes.State()) {
        Notes()
      } withDependencies: {
        $0.continuousClock = ImmediateClock()
      }
      await store.send(.added) { $0.ids = [UUID(0)] }
      await store.receive(.saved(UUID(0)))
    }
    let failures = issues.filter { !isNote($0) }
    #expect(failures.map(\.line) == [line])
    #expect(failures.first?.headline.hasPrefix("The dependency '\\.uuid' has no value for tests") == true)
    #expect(failures.first?.message.contains("as in '$0.uuid = .incrementing'") == true)
    let notes = issues.filter(isNote)
    #expect(notes.map(\.line) == [line, line + 1])
    let headline = "Note: This may follow from '\\.uuid', which the test does not override:"
    #expect(notes.map(\.headline) == [headline, headline])
    // Random identifiers differ in the next run.
    #expect(!issues.contains { $0.message.contains("This makes it pass") || $0.message.contains("UUID(uuidString") })
  }

  /// The advice of the failure makes the test pass.
  @Test func theFixForAnIdentifierPasses() async {
    let store = TestStore(initialState: Notes.State()) {
      Notes()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
      $0.uuid = .incrementing
    }
    await store.send(.added) { $0.ids = [UUID(0)] }
    await store.receive(.saved(UUID(0)))
  }

  @Test func aClock() async {
    let line: UInt = #line + 7
    let issues = await issues {
      let store = TestStore(initialState: Notes.State()) {
        Notes()
      } withDependencies: {
        $0.uuid = .incrementing
      }
      await store.send(.added) { $0.ids = [UUID(0)] }
      await store.receive(.saved(UUID(1)), timeout: .zero)
    }
    let failures = issues.filter { !isNote($0) }
    #expect(failures.map(\.line) == [line])
    #expect(failures.first?.headline == "Unimplemented: 'continuousClock.now'")
  }

  @Test func aClockAndAnIdentifier() async {
    let line: UInt = #line + 3
    let issues = await issues {
      let store = TestStore(initialState: Notes.State()) { Notes() }
      await store.send(.added) { $0.ids = [UUID(0)] }
      await store.receive(.saved(UUID(0)), timeout: .zero)
    }
    // Each message names the dependency to override.
    let failures = issues.filter { !isNote($0) }
    #expect(failures.map(\.line) == [line, line])
    #expect(failures.first?.message.contains("'\\.uuid'") == true)
    #expect(failures.last?.message.contains("'continuousClock.now'") == true)
  }

  @Test func anEndpoint() async {
    let line: UInt = #line + 3
    let issues = await issues {
      let store = TestStore(initialState: Notes.State()) { Notes() }
      await store.send(.loadTapped)
      await store.receive(\.loaded) { $0.text = "a" }
    }
    let failures = issues.filter { !isNote($0) }
    #expect(failures.map(\.headline) == ["Unimplemented: 'Client.load'"])
    #expect(failures.map(\.line) == [line])
    #expect(issues.filter(isNote).map(\.line) == [line + 1])
  }

  // MARK: Names

  @Test func theExpectedCaseIsNamed() async {
    let issues = await issues {
      let store = makeStore { send in await send(.increment) }
      await store.send(.start)
      await store.receive(\.said) { $0.text = "a" }
      await store.receive(
        \.said,
        timeout: .zero
      )
    }
    #expect(issues.count == 2)
    for issue in issues {
      #expect(issue.message.contains("an action of the case '\\.said', with a payload of type 'String'"))
    }
  }

  @Test func aBooleanIsNamedByItsValue() async {
    let issues = await issues {
      let store = TestStore(initialState: 0) {
        Reduce<Int, Bool> { state, isSent in
          state += 1
          return isSent ? .run { _ in try await TestClock().sleep(for: .seconds(1)) } : .none
        }
      }
      await store.send(true)
    }
    #expect(issues.first?.headline == "The state changed after 'true' was sent, but the test doesn't assert it:")
    #expect(issues.last?.headline.hasPrefix("An effect of 'true', which this 'send' has led to") == true)
  }
}
