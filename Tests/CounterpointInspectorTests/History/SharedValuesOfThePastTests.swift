import Counterpoint
@_spi(Internals) @testable import CounterpointInspector
import CounterpointTestSupport
import Foundation
import Observation
import Testing

@Reducer private struct Player {
  @ObservableState struct State: Equatable, Identifiable {
    let id: Int
    @Shared var points: Int
  }

  enum Action {
    case score
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.$points.withLock { $0 += 1 }
      return .none
    }
  }
}

@Reducer private struct Match {
  struct Team: Codable, Equatable {
    var name = ""
    var points = 0
  }

  @ObservableState struct State: Equatable {
    @Shared var team: Team
    @SharedReader var reader: Team
    var rounds = 0
    var player: Player.State
    var players: IdentifiedArrayOf<Player.State>

    init(_ team: Shared<Team>) {
      _team = team
      _reader = SharedReader(team)
      player = Player.State(id: 0, points: team.points)
      players = [Player.State(id: 1, points: team.points)]
    }
  }

  enum Action {
    case rename(String)
    case round(AsyncStream<Void>?)
    case replace(Shared<Team>)
    case player(Player.Action)
    case players(IdentifiedActionOf<Player>)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.player, action: \.player) { Player() }
    Reduce { state, action in
      switch action {
      case .rename(let name): state.$team.withLock { $0.name = name }
      case .round(let signal):
        state.rounds = state.team.points
        guard let signal else { return .none }
        let team = state.$team
        return .run { send in
          for await _ in signal { team.withLock { $0.points += 10 } }
          await send(.round(nil))
        }
      case .replace(let team): state.$team = team
      case .player, .players: break
      }
      return .none
    }
    .forEach(\.players, action: \.players) { Player() }
  }
}

@MainActor
struct SharedValuesOfThePastTests {
  private let team = Shared(value: Match.Team())
  private let store: StoreOf<Match>

  init() {
    let team = team
    store = Store(initialState: Match.State(team), on: MainActor.shared) { Match() }
  }

  /// All that the stores show of the shared values.
  private var shown: [String] {
    [
      "\(store.team.name)\(store.team.points)",
      "\(store.withState { "\($0.team.name)\($0.team.points)" })",
      "\(store.reader.name)\(store.reader.points)",
      "\(store.team.name)\(store.scope(\.player, action: \.player).points)",
      "\(store.team.name)\(store.scope(\.players, action: \.players)[0].points)",
    ]
  }

  private func all(_ text: String) -> [String] { Array(repeating: text, count: 5) }

  @Test func allStoresShowWhatTheValuesWere() throws {
    let history = StoreHistory(of: store)
    store.send(.rename("a"))
    store.send(.player(.score))
    store.send(.players(.element(id: 1, action: .score)))
    store.send(.rename("b"))
    let texts = ["0", "a0", "a1", "a2", "b2"]
    for first in texts.indices {
      for second in texts.indices {
        try history.show(first)
        #expect(shown == all(texts[first]))
        try history.show(second)
        #expect(shown == all(texts[second]))
      }
    }
    #expect(team.wrappedValue == Match.Team(name: "b", points: 2))
    try history.goLive()
    #expect(shown == all("b2"))
  }

  @Test func changesByOthersAreShownInTheMomentsAfterThem() throws {
    let history = StoreHistory(of: store)
    team.withLock { $0.points = 5 }
    store.send(.rename("a"))
    team.withLock { $0.points = 6 }
    try history.show(0)
    #expect(shown == all("0"))
    try history.show(1)
    #expect(shown == all("a5"))
    team.withLock { $0.points = 7 }
    #expect(shown == all("a5"))
    try history.goLive()
    #expect(shown == all("a7"))
  }

  @Test func reducersAndEffectsSeeThePresentBehindTheMoment() async throws {
    let history = StoreHistory(of: store)
    let (signal, source) = AsyncStream<Void>.makeStream()
    let task = store.send(.round(signal))
    try history.show(0)
    source.yield()
    source.yield()
    source.finish()
    await task.finish()
    #expect(shown == all("0") && store.rounds == 0)
    #expect(team.wrappedValue.points == 20)
    #expect(history.state(after: 2)?.rounds == 20)
    try history.goLive()
    #expect(shown == all("20") && store.rounds == 20)
  }

  @Test func observersAreToldOnceForEachMoment() throws {
    let history = StoreHistory(of: store)
    store.send(.rename("a"))
    let view = ViewStore(store, observe: { "\($0.team.name)\($0.rounds)" }, removeDuplicates: ==)
    let seen = Recorder<String>()
    let token = view.observe { seen.note($0) }
    let told = Recorder<Int>()
    func track() {
      withObservationTracking {
        _ = (store.team, store.rounds)
      } onChange: {
        told.note(1)
      }
    }
    track()
    try history.show(0)
    #expect(told.entries.count == 1)
    track()
    team.withLock { $0.name = "b" }
    #expect(told.entries.count == 1)
    #expect(seen.entries == ["a0", "0"])
    try history.goLive()
    #expect(told.entries.count == 2)
    #expect(seen.entries == ["a0", "0", "b0"])
    track()
    store.send(.rename("c"))
    #expect(told.entries.count == 3)
    #expect(seen.entries == ["a0", "0", "b0", "c0"])
    withExtendedLifetime(token) {}
  }

  @Test func goingOnMovesNoValue() throws {
    let history = StoreHistory(of: store)
    store.send(.rename("a"))
    store.send(.rename("b"))
    store.send(.rename("c"))
    try history.resume(from: 1)
    #expect(shown == all("c0"))
    store.send(.rename("d"))
    try history.show(0)
    #expect(shown == all("0"))
    try history.show(1)
    #expect(shown == all("a0"))
    try history.goLive()
    #expect(shown == all("d0"))
  }

  @Test func aWrapperShowsTheValueThatItReferredTo() throws {
    let history = StoreHistory(of: store)
    let other = Shared(value: Match.Team(name: "other"))
    store.send(.rename("a"))
    store.send(.replace(other))
    store.send(.rename("b"))
    let names = try (0...3).map { number in
      try history.show(number)
      return store.team.name
    }
    #expect(names == ["", "a", "other", "b"])
    #expect(other.wrappedValue.name == "b")
  }

  @Test func forgottenMomentsKeepNoValues() throws {
    let history = StoreHistory(of: store, limit: 2)
    for name in ["a", "b", "c"] { store.send(.rename(name)) }
    try history.show(2)
    #expect(shown == all("b0"))
  }

  @Test func otherStoresShowThePresent() throws {
    let other = Store(initialState: Match.State(team), on: MainActor.shared) { Match() }
    let history = StoreHistory(of: store)
    store.send(.rename("a"))
    try history.show(0)
    #expect(store.team.name == "" && other.team.name == "a")
    other.send(.rename("b"))
    #expect(store.team.name == "" && other.team.name == "b")
  }

  @Test func theStateOfAMomentIsEncodedWithItsValues() throws {
    let history = StoreHistory(of: store)
    store.send(.rename("a"))
    store.send(.rename("b"))
    let names = try (0...2).map { number in
      try history.withState(after: number) { state in
        try JSONEncoder().encode(#require(state as? Match.State).$team)
      }
    }
    let teams = try names.map { try JSONDecoder().decode(Match.Team.self, from: $0) }
    #expect(teams.map(\.name) == ["", "a", "b"])
  }

  @Test func storedValuesOfAKeyAreKeptToo() async throws {
    @Shared(.inMemory("names")) var names: [String] = []
    let store = store
    let history = StoreHistory(of: store)
    $names.withLock { $0.append("a") }
    let past = try #require(history.sharedValues.past(at: 0))
    #expect(past.show { names } == [])
    let shared = $names
    await Task.detached { shared.withLock { $0.append("b") } }.value
    #expect(past.show { names } == [])
    #expect(past.show { $names.count.wrappedValue } == 0)
    #expect(names == ["a", "b"])
  }
}
