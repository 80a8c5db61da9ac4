import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
import Testing

/// The wrappers that an assertion can use, and the stores that it affects: `contract/sharing.md` TS-03 to TS-05,
/// TS-11 to TS-17.
@Suite struct SharedHandleTests {
  // TS-03
  @Test func absoluteAndIncrementalAssertionsAreTheSame() async {
    let store = TestStore(initialState: Tally.State()) { Tally() }
    await store.send(.increment) { $0.$count.withLock { $0 = 1 } }
    await store.send(.increment) { $0.$count.withLock { $0 += 1 } }
  }

  // TS-04, TS-17
  @Test func aWrapperOfTheTestCanAssert() async {
    @Shared(.inMemory("count")) var count = 0
    let store = TestStore(initialState: Tally.State(count: Shared(wrappedValue: 0, .inMemory("count")))) { Tally() }
    await store.send(.increment) { [$count] state in
      $count.withLock { $0 = 1 }
      #expect(state.count == 1)
    }
    #expect(count == 1)
  }

  @Test func incrementsThroughTwoWrappersAddUp() async {
    let issues = await issues {
      let shared = Shared(value: 0)
      let store = TestStore(initialState: Tally.State(count: shared)) { Tally() }
      await store.send(.increment) {
        $0.$count.withLock { $0 += 1 }
        shared.withLock { $0 += 1 }
      }
      await store.send(.increment) {
        $0.$count.withLock { $0 = 2 }
        shared.withLock { $0 = 2 }
      }
    }
    #expect(issues.count == 1)
  }

  // TS-05
  @Test func outsideOfClosuresSharedValuesAreCurrent() async {
    let store = TestStore(initialState: Tally.State()) { Tally { count, _ in count.withLock { $0 = 5 } } }
    await store.send(.start)
    #expect(store.state.count == 5)
    store.assert {
      #expect($0.count == 0)
      $0.$count.withLock { $0 = 5 }
    }
  }

  // T-02
  @Test func aRevertedChangeMayBeAsserted() async {
    let store = TestStore(initialState: Tally.State()) { Tally() }
    await store.send(.comeAndGo)
    await store.send(.comeAndGo) { _ in }
  }

  @Test func anAssertionDoesNotChangeTheSharedValue() async {
    let shared = Shared(value: 0)
    let store = TestStore(initialState: Tally.State(count: shared)) { Tally() }
    let issues = await issues {
      await store.send(.increment) { $0.$count.withLock { $0 = 77 } }
    }
    #expect(issues.count == 1)
    #expect(shared.wrappedValue == 1)
  }

  // TS-12
  @Test(arguments: [UnreachableSharedChanges.ignore, .report])
  func sharedValuesOutsideOfTheState(_ reaction: UnreachableSharedChanges) async {
    let line: UInt = #line + 5
    let issues = await issues {
      @Shared(.inMemory("elsewhere")) var elsewhere = 0
      let store = TestStore(initialState: 0) { Elsewhere(count: $elsewhere) }
      store.unreachableSharedChanges = reaction
      await store.send(()) { $0 = 1 }
    }
    #expect(issues.map(\.line) == (reaction == .report ? [line] : []))
    #expect(issues.allSatisfy { $0.message.contains(#"Shared<Int>(.inMemory("elsewhere"))"#) })
  }

  private struct Elsewhere: Reducer {
    let count: Shared<Int>
    func reduce(into state: inout Int, action: Void) -> Effect<Void> {
      state += 1
      count.withLock { $0 += 1 }
      return .none
    }
  }

  // TS-14
  @Test func twoStoresTrackTheirOwnChanges() async {
    let shared = Shared(value: 0)
    let first = TestStore(initialState: Tally.State(count: shared)) { Tally() }
    let second = TestStore(initialState: Tally.State(count: shared)) { Tally() }
    await first.send(.increment) { $0.$count.withLock { $0 = 1 } }
    await second.send(.increment) { $0.$count.withLock { $0 = 2 } }
    await first.send(.nothing)
    await first.send(.incrementTwice) { $0.$count.withLock { $0 = 3 } }
    await second.send(.increment) { $0.$count.withLock { $0 = 14 } }
    await first.receive(.incrementByTen) { $0.$count.withLock { $0 = 13 } }
    #expect(shared.wrappedValue == 14)
  }

  // TS-15
  @Test func aReplacedWrapperIsAsserted() async {
    let issues = await issues {
      let store = TestStore(initialState: Tally.State()) { Tally() }
      await store.send(.pointElsewhere(Shared(value: 77)))
      await store.send(.pointElsewhere(Shared(value: 78))) { $0.$count.withLock { $0 = 78 } }
      await store.send(.pointElsewhere(Shared(value: 79))) { $0.$count = Shared(value: 79) }
      await store.send(.increment) { $0.$count.withLock { $0 = 80 } }
      #expect(store.state.count == 80)
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("$0.$count.withLock { $0 = 77 }") == true)
  }

  // TS-11
  @Test func readersAreCurrentAndNeedNoAssertion() async {
    let shared = Shared(value: 0)
    let store = TestStore(initialState: Watcher.State(shown: SharedReader(shared))) { Watcher(count: shared) }
    await store.send(()) {
      #expect($0.shown == 1)
      $0.calls = 1
    }
  }

  private struct Watcher: Reducer {
    struct State: Equatable {
      @SharedReader var shown: Int
      var calls = 0
    }
    let count: Shared<Int>
    func reduce(into state: inout State, action: Void) -> Effect<Void> {
      count.withLock { $0 += 1 }
      state.calls += 1
      return .none
    }
  }

  // TS-16
  @Test func onChangeSeesOldAndNewSharedValues() async {
    let store = TestStore(initialState: Tally.State()) {
      Tally().onChange(of: { $0.count }) { old, state in
        state.last = old * 100 + state.count
        return .none
      }
    }
    await store.send(.increment) {
      $0.$count.withLock { $0 = 1 }
      $0.last = 1
    }
    await store.send(.increment) {
      $0.$count.withLock { $0 = 2 }
      $0.last = 102
    }
  }

  // S-20, T-07
  @Test func aPartOfASharedValueIsAssertedThroughThePartOrTheWhole() async {
    let stats = Shared(value: [1, 2])
    let store = TestStore(initialState: Tally.State(count: stats[0])) { Tally() }
    await store.send(.increment) { $0.$count.withLock { $0 = 2 } }
    await store.send(.increment) { _ in stats.withLock { $0 = [3, 2] } }
    let issues = await issues { await store.send(.increment) }
    #expect(issues.first?.message.contains("$0.$count.withLock { $0 = 4 }") == true)
    #expect(stats.wrappedValue == [4, 2])
  }
}
