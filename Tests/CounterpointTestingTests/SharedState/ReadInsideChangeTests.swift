import Counterpoint
import CounterpointTesting
import Testing

/// A reducer whose changes of shared values read them receives the values before the changes, in every store.
@MainActor @Suite struct ReadInsideChangeTests {
  struct Score: Codable, Equatable, Sendable {
    var points = 0
    var best: Int? = 0
  }

  @Reducer
  struct Game {
    @ObservableState
    struct State: Equatable {
      @Shared var score: Score
      @SharedReader var reader: Score
      @Shared(.inMemory("kept")) var kept = Score()

      init(score: Shared<Score> = Shared(value: Score())) {
        _score = score
        _reader = SharedReader(score)
      }
    }

    enum Action {
      /// Reads the value, a member, a reader and an unwrapped optional inside the change.
      case itself, member, reader, unwrapped
      /// Changes a member and reads the whole value.
      case whole
      /// Changes the value of a key and reads it by another wrapper.
      case sameKey
      case fail
    }

    struct Failure: Error {}

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .itself:
          state.$score.withLock {
            $0.points = 100
            $0.points = state.score.points + 1
          }
        case .member:
          let points = state.$score.points
          state.$score.withLock {
            $0.points = 100
            $0.points = points.wrappedValue + 1
          }
        case .reader:
          state.$score.withLock {
            $0.points = 100
            $0.points = state.reader.points + 1
          }
        case .unwrapped:
          guard let best = Shared<Int>(state.$score.best) else { return .none }
          best.withLock {
            $0 = 100
            $0 = best.wrappedValue + 1
          }
        case .whole:
          state.$score.points.withLock {
            $0 = 100
            $0 = state.score.points + 1
          }
        case .sameKey:
          state.$kept.withLock {
            $0.points = 100
            @Shared(.inMemory("kept")) var other = Score()
            $0.points = other.points + 1
          }
        case .fail:
          try? state.$score.withLock {
            $0.points = state.score.points + 100
            throw Failure()
          }
        }
        return .none
      }
    }
  }

  @Test func aTestStoreAssertsThem() async {
    let store = TestStore(initialState: Game.State()) { Game() }
    for number in 1...2 {
      let points = 4 * (number - 1)
      await store.send(.itself) { $0.$score.withLock { $0.points = points + 1 } }
      await store.send(.member) { $0.$score.withLock { $0.points = points + 2 } }
      await store.send(.reader) { $0.$score.withLock { $0.points = points + 3 } }
      await store.send(.whole) { $0.$score.withLock { $0.points = points + 4 } }
      await store.send(.unwrapped) { $0.$score.withLock { $0.best = number } }
      await store.send(.sameKey) { $0.$kept.withLock { $0.points = number } }
      await store.send(.fail)
    }
  }

  @Test func anAssertionMayReadInsideToo() async {
    let store = TestStore(initialState: Game.State()) { Game() }
    await store.send(.itself) { state in
      state.$score.withLock { $0.points = state.score.points + 1 }
    }
    await store.send(.itself) { state in
      state.$score.points.withLock { $0 = state.score.points + 1 }
    }
  }

  @Test func aStoreOfTheProgramShowsThem() {
    let store = Store(initialState: Game.State()) { Game() }
    for number in 1...2 {
      for action in [Game.Action.itself, .member, .reader, .whole, .unwrapped, .sameKey, .fail] { store.send(action) }
      #expect(store.score == Score(points: 4 * number, best: number))
      #expect(store.kept.points == number)
    }
  }
}
