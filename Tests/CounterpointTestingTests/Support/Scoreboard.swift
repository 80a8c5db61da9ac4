import Counterpoint

/// Two views that share a score, one of which changes it.
@Reducer
struct Scoreboard {
  struct Score: Codable, Equatable, Sendable {
    var count = 0
    var maximum = 0
  }

  @ObservableState
  struct State: Equatable {
    var counter: Counter.State
    @Shared var score: Score

    init(score: Shared<Score>) {
      counter = Counter.State(score: score)
      _score = score
    }
  }

  enum Action {
    case counter(Counter.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.counter, action: \.counter) { Counter() }
  }

  @Reducer
  struct Counter {
    @ObservableState
    struct State: Equatable {
      @Shared var score: Score
    }

    enum Action {
      case incrementButtonTapped
    }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.$score.withLock {
          $0.count += 1
          $0.maximum = max($0.maximum, $0.count)
        }
        return .none
      }
    }
  }
}
