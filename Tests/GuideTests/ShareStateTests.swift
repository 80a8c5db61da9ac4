import Counterpoint
import CounterpointTesting
import Testing

// The code of the guide "Share state between two screens", to the letter.

struct Score: Codable, Equatable, Sendable {
  var hits = 0
  var player = "Blob"
}

extension SharedKey where Self == InMemoryKey<Score>.Default {
  static var score: Self { Self[.inMemory("score"), default: Score()] }
}

@Reducer
struct Game {
  @ObservableState
  struct State: Equatable {
    @Shared(.score) var score
  }

  enum Action {
    case targetHit
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .targetHit:
        state.$score.withLock { $0.hits += 1 }
        return .none
      }
    }
  }
}

@Reducer
struct ScoreBoard {
  @ObservableState
  struct State: Equatable {
    @Shared(.score) var score
  }

  enum Action {
    case resetTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .resetTapped:
        state.$score.withLock { $0.hits = 0 }
        return .none
      }
    }
  }
}

@MainActor
@Test func bothScreensShowOneScore() {
  let game = Store(initialState: Game.State()) { Game() }
  let board = Store(initialState: ScoreBoard.State()) { ScoreBoard() }

  game.send(.targetHit)
  #expect(board.score.hits == 1)

  board.send(.resetTapped)
  #expect(game.score.hits == 0)
}

@MainActor
@Test func aScreenIsNotifiedOfTheOthersChange() async {
  let game = Store(initialState: Game.State()) { Game() }
  let board = Store(initialState: ScoreBoard.State()) { ScoreBoard() }

  let (screens, show) = AsyncStream.makeStream(of: Int.self)
  var screen = screens.makeAsyncIterator()
  let token = observe { show.yield(board.score.hits) }
  let first = await screen.next()
  #expect(first == 0)

  game.send(.targetHit)
  let second = await screen.next()
  #expect(second == 1)
  token.cancel()
}

@Reducer
struct PlayerName {
  @ObservableState
  struct State: Equatable {
    @Shared var name: String
  }

  enum Action {
    case nameChanged(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .nameChanged(let name):
        state.$name.withLock { $0 = name }
        return .none
      }
    }
  }
}

@MainActor
@Test func aScreenChangesAPartOfTheScore() {
  @Shared(value: Score()) var score
  let store = Store(initialState: PlayerName.State(name: $score.player)) { PlayerName() }

  store.send(.nameChanged("Blob Jr."))
  #expect(score == Score(hits: 0, player: "Blob Jr."))
}

@Test func aHitCounts() async {
  let store = TestStore(initialState: Game.State()) { Game() }

  await store.send(.targetHit) {
    $0.$score.withLock { $0.hits = 1 }
  }
}
