import CounterpointCore
import CounterpointTestSupport
import Testing

@MainActor
@Suite struct StateSequenceTests {
  struct State: Equatable {
    var a = 0
    var b = 0
  }

  enum Action: Sendable { case a, b }

  private func makeStore() -> Store<State, Action> {
    Store(initialState: State()) {
      Reduce<State, Action> { state, action in
        switch action {
        case .a: state.a += 1
        case .b: state.b += 1
        }
        return .none
      }
    }
  }

  @Test func theFirstElementIsTheCurrentStateWhenTheLoopBegins() async {
    let store = makeStore()
    let states = store.states
    store.send(.a)
    var iterator = states.makeAsyncIterator()
    store.send(.a)
    #expect(await iterator.next(isolation: MainActor.shared) == State(a: 2))
  }

  @Test func statesAreSearchedOnTheStoresActor() async {
    let store = makeStore()
    var iterator = store.states.a.makeAsyncIterator()
    #expect(await iterator.next() == 0)
    store.send(.a)
    #expect(await iterator.next() == 1)
    #expect(await store.states.first { $0.a == 1 } == State(a: 1))
    #expect(await store.states.a.contains(1))
    #expect(await store.states.contains { $0.b == 0 })
    #expect(await !store.states.allSatisfy { $0.a == 0 })
  }

  @Test func aPredicateMayThrow() async {
    struct Refused: Error {}
    let store = makeStore()
    await #expect(throws: Refused.self) {
      try await store.states.first { _ in throw Refused() }
    }
  }

  @Test func aSlowLoopGetsTheNewestState() async {
    let store = makeStore()
    var iterator = store.states.makeAsyncIterator()
    #expect(await iterator.next(isolation: MainActor.shared) == State())
    for _ in 1...5 { store.send(.a) }
    #expect(await iterator.next(isolation: MainActor.shared) == State(a: 5))
  }

  @Test func aFieldLeavesOutRepetitions() async {
    let store = makeStore()
    var iterator = store.states.a.makeAsyncIterator()
    #expect(await iterator.next(isolation: MainActor.shared) == 0)
    let next = Task { () -> Int? in
      for await a in store.states.a where a > 0 { return a }
      return nil
    }
    store.send(.b)
    store.send(.a)
    store.send(.b)
    #expect(await iterator.next(isolation: MainActor.shared) == 1)
    #expect(await next.value == 1)
  }

  @Test func aFieldThatDoesNotChangeGivesNoElement() async {
    let store = makeStore()
    let seen = Recorder<Int>()
    let waiting = Gate()
    let loop = Task {
      for await a in store.states.a {
        seen.note(a)
        waiting.open()
      }
    }
    await waiting.wait()
    for _ in 1...5 { store.send(.b) }
    loop.cancel()
    await loop.value
    #expect(seen.entries == [0])
  }

  @Test func aLoopThatWasWokenForNothingGoesOnWaiting() async {
    let store = makeStore()
    let begun = Gate()
    let loop = Task {
      var seen: [Int] = []
      for await a in store.states.a {
        seen.append(a)
        begun.open()
        if a == 1 { break }
      }
      return seen
    }
    await begun.wait()
    for _ in 1...20 { await Task { _ = store.send(.b) }.value }
    store.send(.a)
    #expect(await loop.value == [0, 1])
  }

  @Test func itEndsWhenItsTaskIsCancelled() async {
    let store = makeStore()
    let begun = Gate()
    let loop = Task {
      var count = 0
      for await _ in store.states {
        count += 1
        begun.open()
      }
      return count
    }
    await begun.wait()
    loop.cancel()
    #expect(await loop.value == 1)
  }

  @Test func aCancelledTaskGetsNothing() async {
    let store = makeStore()
    let loop = Task {
      var count = 0
      for await _ in store.states { count += 1 }
      return count
    }
    loop.cancel()
    #expect(await loop.value == 0)
  }

  @Test func iteratorsAreIndependent() async {
    let store = makeStore()
    let states = store.states
    var first = states.makeAsyncIterator()
    var second = states.makeAsyncIterator()
    #expect(await first.next(isolation: MainActor.shared) == State())
    store.send(.a)
    #expect(await first.next(isolation: MainActor.shared) == State(a: 1))
    #expect(await second.next(isolation: MainActor.shared) == State(a: 1))
    store.send(.b)
    #expect(await second.next(isolation: MainActor.shared) == State(a: 1, b: 1))
    #expect(await first.next(isolation: MainActor.shared) == State(a: 1, b: 1))
  }

  @Test func itKeepsTheStore() async {
    weak var weakStore: Store<State, Action>?
    var states: StateSequence<State>?
    do {
      let store = makeStore()
      weakStore = store
      states = store.states
    }
    #expect(weakStore != nil)
    weakStore?.send(.a)
    var iterator = states?.makeAsyncIterator()
    #expect(await iterator?.next(isolation: MainActor.shared) == State(a: 1))
    states = nil
    iterator = nil
    #expect(weakStore == nil)
  }
}
