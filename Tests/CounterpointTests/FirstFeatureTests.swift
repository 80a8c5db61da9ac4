import Counterpoint
import Testing

// The first feature of the README, to the letter: Scripts/check-readme compares.

struct Counter: Reducer {
  struct State: Equatable {
    var count = 0
    var fact: String?
  }

  enum Action {
    case incrementButtonTapped
    case factButtonTapped
    case factResponse(String)
  }

  let fetchFact: @Sendable (Int) async throws -> String

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .incrementButtonTapped:
        state.count += 1
        return .none

      case .factButtonTapped:
        return .run { [count = state.count] send in
          await send(.factResponse(try await fetchFact(count)))
        }
        .cancellable(id: "fact", cancelInFlight: true)

      case .factResponse(let fact):
        state.fact = fact
        return .none
      }
    }
  }
}

@MainActor
@Test func countsAndTellsAFact() async {
  let store = Store(initialState: Counter.State()) {
    Counter(fetchFact: { "\($0) is a good number" })
  }

  store.send(.incrementButtonTapped)
  await store.send(.factButtonTapped).finish()

  #expect(store.withState { $0 } == Counter.State(count: 1, fact: "1 is a good number"))
}
