import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
import Testing

@Suite struct SendFailureTests {
  private func makeStore() -> TestStoreOf<Relay> {
    TestStore(initialState: Relay.State()) { Relay() }
  }

  @Test func f1SendAfterDismissal() async {
    let issues = await issues {
      let store = makeStore()
      await store.send(.close)
      let task = await store.send(.increment)
      #expect(task.isCancelled)
      #expect(store.state.count == 0)
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("not sent, because the feature has been dismissed") ?? false)
    #expect(issues.first?.message.contains(".increment") ?? false)
  }

  @Test func f2SendBeforeReceiving() async {
    let line: UInt = #line + 4
    let issues = await issues {
      let store = makeStore()
      await store.send(.startAtOnce)
      await store.send(.nothing)
      await store.receive(.increment)
    }
    #expect(issues.map(\.line) == [line])
    let message = issues.first?.message ?? ""
    #expect(message.hasPrefix("1 action must be received before sending another one"))
    #expect(message.contains("[0]: .increment"))
    #expect(message.contains("await store.receive(\\.increment) {\n      $0.count = 1\n    }"))
  }

  @Test func f3TheClosureIsWrong() async {
    let line: UInt = #line + 3
    let issues = await issues {
      let store = makeStore()
      await store.send(.increment) { $0.count = 2 }
    }
    #expect(issues.map(\.line) == [line])
    let message = issues.first?.message ?? ""
    #expect(message.contains("The state after '.increment' was sent is not what the closure says"))
    #expect(message.contains("−   count: 2,"))
    #expect(message.contains("+   count: 1,"))
    #expect(message.contains("(Expected: −, Actual: +)"))
    #expect(message.contains("    $0.count = 1"))
  }

  @Test func f3TheActionChangesNothing() async {
    let line: UInt = #line + 3
    let issues = await issues {
      let store = makeStore()
      await store.send(.nothing) { $0.count = 2 }
    }
    #expect(issues.map(\.line) == [line])
    let message = issues.first?.message ?? ""
    #expect(message.contains("The state after '.nothing' was sent is not what the closure says"))
    #expect(message.contains("−   count: 2,"))
    #expect(message.contains("The action changed nothing. If that is right, leave the closure out."))
    #expect(!message.contains("This makes it pass"))
  }

  @Test func anAssertionOfTheStateIsWrong() async {
    let line: UInt = #line + 4
    let issues = await issues {
      let store = makeStore()
      await store.send(.increment) { $0.count = 1 }
      store.assert { $0.count = 2 }
    }
    #expect(issues.map(\.line) == [line])
    let message = issues.first?.message ?? ""
    #expect(message.contains("The state at this point of the test is not what the closure says"))
    #expect(message.contains("−   count: 2,"))
    #expect(message.contains("This makes it pass:\n\n    $0.count = 1"))
    #expect(!message.contains("action"))
  }

  @Test func f4TheStateChangesWithoutAClosure() async {
    let line: UInt = #line + 3
    let issues = await issues {
      let store = makeStore()
      await store.send(.increment)
    }
    #expect(issues.map(\.line) == [line])
    let message = issues.first?.message ?? ""
    #expect(message.contains("The state changed after '.increment' was sent, but the test doesn't assert it"))
    #expect(message.contains("    $0.count = 1"))
  }

  @Test func f5TheClosureChangesNothing() async {
    let line: UInt = #line + 3
    let issues = await issues {
      let store = makeStore()
      await store.send(.nothing) { _ in }
    }
    #expect(issues.map(\.line) == [line])
    #expect(issues.first?.message.contains("Leave the closure out") ?? false)
  }

  @Test func f6TheClosureThrows() async {
    struct Unexpected: Error {}
    let line: UInt = #line + 3
    let issues = await issues {
      let store = makeStore()
      await store.send(.increment) { _ in throw Unexpected() }
      #expect(store.state.count == 1)
    }
    #expect(issues.map(\.line) == [line])
    #expect(issues.first?.message.contains("Unexpected()") ?? false)
  }

  @Test func unequalStatesWithEqualDumps() async {
    let issues = await issues {
      let store = TestStore(initialState: Opaque.State()) { Opaque() }
      await store.send(.change)
    }
    let message = issues.first?.message ?? ""
    #expect(message.contains("Expected:\n\n    the same\n\nActual:\n\n    the same"))
  }

  private struct Opaque: Reducer {
    struct State: Equatable, CustomStringConvertible, CustomReflectable {
      var hidden = 0
      var description: String { "the same" }
      var customMirror: Mirror { Mirror(self, children: []) }
    }
    enum Action { case change }
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.hidden += 1
      return .none
    }
  }
}
