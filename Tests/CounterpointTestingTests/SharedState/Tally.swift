import Counterpoint

/// A feature that counts in a shared value, and whose effect is a closure of the test.
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
    /// Increments the count.
    case increment
    /// Increments the count, and sends `incrementByTen` immediately.
    case incrementTwice
    /// Adds ten to the count.
    case incrementByTen
    /// Increments and decrements the count.
    case comeAndGo
    /// Changes a property that is not shared.
    case note(Int)
    /// Changes nothing.
    case nothing
    /// Replaces the wrapper with that of another shared value.
    case pointElsewhere(Shared<Int>)
    /// Starts the effect of the test.
    case start
  }

  /// The effect of `start`.
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
