import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
@_spi(Internals) import CounterpointSupport
import Testing

@Suite struct ScheduleTests {
  /// A search with a deliberate race: a stale response may overtake a newer one.
  @Reducer struct Search {
    @ObservableState struct State: Equatable {
      var query = ""
      var results = ""
    }
    enum Action: Equatable {
      case queryChanged(String)
      case response(String)
    }
    var isFixed = false

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .queryChanged(let query):
          state.query = query
          let effect = Effect<Action>.run { send in
            await Task.yield()
            await send(.response("results of \(query)"))
          }
          return isFixed ? effect.cancellable(id: "search", cancelInFlight: true) : effect
        case .response(let results):
          state.results = results
          return .none
        }
      }
    }
  }

  /// Types two letters before any response arrives, as a fast typist does.
  private func type(into reducer: Search) async {
    let store = TestStore(initialState: Typing.State(), exhaustivity: .off) { Typing(search: reducer) }
    await store.send(.type)
    #expect(store.state.search.results == "results of ab")
  }

  @Reducer struct Typing {
    @ObservableState struct State: Equatable { var search = Search.State() }
    enum Action: Equatable {
      case type
      case search(Search.Action)
    }
    var search = Search()
    var body: some ReducerOf<Self> {
      Scope(state: \.search, action: \.search) { search }
      Reduce { _, action in
        guard case .type = action else { return .none }
        return .merge(.send(.search(.queryChanged("a"))), .send(.search(.queryChanged("ab"))))
      }
    }
  }

  @Test func theDefaultOrderHidesTheRace() async {
    await type(into: Search())
  }

  @Test(arguments: [ScheduleStrategy.random, .priorities(depth: 2)])
  func aRaceIsFoundWithin100SeedsAndReplayed(strategy: ScheduleStrategy) async throws {
    let found = Locked<String?>(nil)
    let failures = try await recordedIssues {
      let reported = await issues {
        await withSchedules(1...100, strategy: strategy) { await type(into: Search()) }
      }
      found.withLock { $0 = reported.first?.message }
    }
    #expect(failures.count == 1)
    let message = try #require(found.withLock { $0 })
    #expect(message.hasPrefix("The test fails in another order"))
    let numbers = message.split { !$0.isNumber }.compactMap { Int($0) }
    let (seed, choices) = (try #require(numbers.first), try #require(numbers.dropFirst().first))
    #expect(message.contains("withSchedules(seed: \(seed), choices: \(choices)"))

    for _ in 1...10 {
      let failures = try await recordedIssues {
        await withSchedules(seed: seed, choices: choices, strategy: strategy) { await type(into: Search()) }
      }
      #expect(failures.count == 1)
    }
  }

  @Test(.schedules(1...200)) func theFixPassesInEveryOrder() async {
    await type(into: Search(isFixed: true))
  }

  /// Skipped assertions are shown in notices, which are not failures.
  @Test func noticesFailNoSchedule() async throws {
    let test = try #require(Test.current)
    let issues = try await issues {
      try await SchedulesTrait.schedules(1...20).provideScope(for: test, testCase: .current) { await leaveOut() }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.hasPrefix("Skipped assertions: ") == true)
  }

  @Test func noticesAreShownOnce() async {
    let issues = await issues {
      await withSchedules(1...3) { await leaveOut() }
    }
    #expect(
      issues.map(\.headline) == ["Skipped assertions: The state after '.said' was sent is not what the closure says:"]
    )
  }

  private func leaveOut() async {
    let store = TestStore(initialState: Relay.State(), exhaustivity: .off(showSkippedAssertions: true)) { Relay() }
    await store.send(.said("a")) { _ in }
  }

  @Test func aFailureInEveryOrderIsNotAttributedToTheOrder() async {
    let line: UInt = #line + 2
    let issues = await issues {
      await withSchedules(1...3) {
        await TestStore(initialState: Relay.State()) { Relay() }.send(.increment)
      }
    }
    #expect(issues.map(\.line) == [line, line + 1])
    #expect(issues.first?.headline == "The test also fails in the default order, so the order is not the cause.")
    #expect(issues.first?.message.contains("0 of 0") == false)
  }

  @Test func eachRunNumbersStackElementsFromZero() async {
    await withSchedules(1...3) {
      var stack = StackState<Int>()
      stack.append(1)
      #expect(stack.ids.first == 0)
    }
  }

  /// A feature in which a new effect and one that waits become ready with each action.
  @Reducer struct Rounds {
    struct State: Equatable {}
    enum Action: Equatable { case started, began }
    let rounds: AsyncStream<Void>
    let continuation: AsyncStream<Void>.Continuation
    let ran: @Sendable (String) -> Void

    var body: some ReducerOf<Self> {
      Reduce { _, action in
        switch action {
        case .started: return .run { [rounds, ran] _ in for await _ in rounds { ran("old") } }
        case .began:
          continuation.yield()
          return .run { [ran] _ in ran("new") }
        }
      }
    }
  }

  /// A task does not get the priority of an earlier one that had its address.
  @Test func eachTaskHasAPriorityOfItsOwn() async {
    let order = Locked<[String]>([])
    await withSchedules(seed: 1, strategy: .priorities(depth: 1)) {
      let (rounds, continuation) = AsyncStream.makeStream(of: Void.self)
      let store = TestStore(initialState: Rounds.State()) {
        Rounds(rounds: rounds, continuation: continuation) { name in order.withLock { $0.append(name) } }
      }
      await store.send(.started)
      for _ in 1...40 { await store.send(.began) }
      continuation.finish()
    }
    let names = order.withLock { $0 }
    #expect(names.count == 80)
    let first = stride(from: 0, to: names.count, by: 2).map { names[$0] }
    #expect(Set(first) == ["old", "new"], "\(first)")
  }

  @Test func theSameSeedGivesTheSameOrder() async {
    func order(_ seed: Int) async -> [String] {
      let order = Locked<[String]>([])
      await withSchedules(seed: seed) {
        let store = TestStore(initialState: Relay.State()) {
          Relay { _ in
            await withTaskGroup(of: Void.self) { group in
              for name in ["a", "b", "c", "d"] {
                group.addTask {
                  await Task.yield()
                  order.withLock { $0.append(name) }
                }
              }
            }
          }
        }
        await store.send(.start)
      }
      return order.withLock { $0 }
    }
    var orders: Set<[String]> = []
    for seed in 1...20 {
      let first = await order(seed)
      #expect(await order(seed) == first)
      orders.insert(first)
    }
    #expect(orders.count > 5)
  }
}
