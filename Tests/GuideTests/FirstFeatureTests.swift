import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
import Foundation
@_spi(Internals) import CounterpointSupport
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
        } catch: { _, send in
          await send(.factResponse("There is no fact about it today"))
        }
        .cancellable(id: "fact", cancelInFlight: true)

      case .factResponse(let fact):
        state.fact = fact
        return .none
      }
    }
  }
}

@Test func countsAndTellsAFact() async {
  let store = TestStore(initialState: Counter.State()) {
    Counter()
  } withDependencies: {
    $0[FactClient.self].fetch = { "\($0) is prime" }
  }

  await store.send(.incrementButtonTapped) { $0.count = 1 }
  await store.send(.factButtonTapped)
  await store.receive(\.factResponse) { $0.fact = "1 is prime" }
}

@MainActor
func run() async {
  let store = Store(initialState: Counter.State()) { Counter() }
  store.send(.incrementButtonTapped)
  await store.send(.factButtonTapped).finish()
  print("\(store.count): \(store.fact ?? "")")
}

@Test func theProgramOfThePageRuns() async {
  let asked = Locked<[Int]>([])
  await withDependencies {
    $0[FactClient.self].fetch = { number in
      asked.withLock { $0.append(number) }
      return "\(number) is prime"
    }
  } operation: {
    await run()
  }
  #expect(asked.withLock { $0 } == [1])
}

/// Compares the failure in the README with the actual one.
@Test func theFirstFailureIsThatOfTheReadme() async throws {
  let readme = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../README.md")
  let page = try String(contentsOf: readme, encoding: .utf8)
  let store = TestStore(initialState: Counter.State()) { Counter() }
  let issues = await issues {
    await store.send(.incrementButtonTapped) { $0.count = 2 }
  }
  let message = try #require(issues.first?.message)
  // Differences are indented with blanks of the width of a digit.
  #expect(page.contains(message.replacing("\u{2007}", with: " ")))
  #expect(issues.count == 1)
}
