import Counterpoint
import Testing

// The first feature of the README, to the letter: Scripts/check-code-blocks compares.

@DependencyClient
struct FactClient: Sendable {
  var fetch: @Sendable (_ number: Int) async throws -> String
}

extension FactClient: DependencyKey {
  static let liveValue = FactClient(fetch: { "\($0) is a good number" })
  static let testValue = FactClient()
}

@Reducer
struct Counter {
  @ObservableState
  struct State: Equatable {
    var count = 0
    var fact: String?
  }

  enum Action {
    case incrementButtonTapped
    case factButtonTapped
    case factResponse(String)
  }

  @Dependency(FactClient.self) var facts

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .incrementButtonTapped:
        state.count += 1
        return .none

      case .factButtonTapped:
        return .run { [count = state.count, facts] send in
          await send(.factResponse(try await facts.fetch(number: count)))
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
    Counter()
  } withDependencies: {
    $0[FactClient.self].fetch = { "\($0) is prime" }
  }

  store.send(.incrementButtonTapped)
  await store.send(.factButtonTapped).finish()

  #expect(store.state == Counter.State(count: 1, fact: "1 is prime"))
}
