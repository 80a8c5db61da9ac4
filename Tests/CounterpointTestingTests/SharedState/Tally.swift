import Counterpoint

/// A feature that counts in a shared value, and whose effect does what a test tells it.
@Reducer
struct Tally {
  @ObservableState
  struct State: Equatable {
    @Shared var count: Int
    var last = 0

    init(count: Shared<Int> = Shared(value: 0)) {
      _count = count
    }
  }

  enum Action: Equatable {
    /// Counts one up.
    case increment
    /// Counts one up, and sends `incrementByTen` at once.
    case incrementTwice
    /// Counts ten up.
    case incrementByTen
    /// Counts one up and one down.
    case comeAndGo
    /// Changes what is not shared.
    case note(Int)
    /// Changes nothing.
    case nothing
    /// Shows another value that is shared.
    case pointElsewhere(Shared<Int>)
    /// Starts the effect that the test has made.
    case start
  }

  /// What `start` does.
  var effect: @Sendable (Shared<Int>, Send<Action>) async throws -> Void = { _, _ in }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment:
        state.$count.withLock { $0 += 1 }
        return .none
      case .incrementTwice:
        state.$count.withLock { $0 += 1 }
        return .send(.incrementByTen)
      case .incrementByTen:
        state.$count.withLock { $0 += 10 }
        return .none
      case .comeAndGo:
        state.$count.withLock { $0 += 1 }
        state.$count.withLock { $0 -= 1 }
        return .none
      case .note(let number):
        state.last = number
        return .none
      case .nothing:
        return .none
      case .pointElsewhere(let other):
        state.$count = other
        return .none
      case .start:
        return .run { [effect, count = state.$count] send in try await effect(count, send) }
      }
    }
  }
}
