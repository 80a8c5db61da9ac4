import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
import Testing

/// Changes by code that doesn't inherit the dependencies: `contract/sharing.md` T-12.
@Suite struct UntrackedChangeTests {
  private func makeStore(
    _ effect: @escaping @Sendable (Shared<Int>, Send<Tally.Action>) async throws -> Void
  ) -> TestStoreOf<Tally> {
    let store = TestStore(initialState: Tally.State()) { Tally(effect: effect) }
    // Work outside of the store's executor may take long on a busy machine.
    store.timeout = .seconds(1_000)
    return store
  }

  @Test func aDetachedTaskOfAnEffectIsReported() async {
    let line: UInt = #line + 6
    let issues = await issues {
      let store = makeStore { count, _ in
        await Task.detached { count.withLock { $0 = 5 } }.value
      }
      await store.send(.increment) { $0.$count.withLock { $0 = 1 } }
      await store.send(.start)
      await store.finish()
    }
    #expect(issues.map(\.line) == [line + 1])
    let message = issues.first?.message ?? ""
    #expect(message.contains("UntrackedChangeTests.swift:\(line - 3)"), "\(message)")
    #expect(message.contains("withEscapedDependencies"))
  }

  @Test func whatKeepsTheDependenciesIsFollowed() async {
    let store = makeStore { count, _ in
      await Task { count.withLock { $0 += 1 } }.value
      await withEscapedDependencies { dependencies in
        await Task.detached { dependencies.yield { count.withLock { $0 += 1 } } }.value
      }
    }
    let task = await store.send(.start)
    await task.finish()
    store.assert { $0.$count.withLock { $0 = 2 } }
  }

  @Test func changesByTheTestAreNoFailures() async {
    let issues = await issues {
      let store = makeStore { _, _ in try await Task.never() }
      await store.send(.increment) { $0.$count.withLock { $0 = 1 } }
      let task = await store.send(.start)
      store.state.$count.withLock { $0 = 7 }
      await store.send(.increment) { $0.$count.withLock { $0 = 8 } }
      await task.cancel()
    }
    #expect(issues.map(\.message) == [])
  }

  @Test func withoutAnEffectInFlightNothingIsReported() async {
    let issues = await issues {
      let store = makeStore { _, _ in }
      await store.send(.increment) { $0.$count.withLock { $0 = 1 } }
      let count = store.state.$count
      await Task.detached { count.withLock { $0 = 7 } }.value
      await store.send(.increment) { $0.$count.withLock { $0 = 8 } }
    }
    #expect(issues.map(\.message) == [])
  }
}
