import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
import Foundation
import Testing

// The code of the guide "Find a race", to the letter.

@DependencyClient
nonisolated struct NewsClient: Sendable {
  var kept: @Sendable () async throws -> String
  var newest: @Sendable () async throws -> String
}

extension NewsClient: TestDependencyKey {
  static let testValue = NewsClient(kept: { "It may rain" }, newest: { "It rains" })
}

@Reducer
struct HastyNews {
  @ObservableState
  struct State: Equatable {
    var headline = ""
  }

  enum Action {
    case appeared
    case loaded(String)
  }

  @Dependency(NewsClient.self) var client

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .appeared:
        return .merge(
          .run { [client] send in await send(.loaded(try await client.kept())) },
          .run { [client] send in await send(.loaded(try await client.newest())) }
        )
      case .loaded(let headline):
        state.headline = headline
        return .none
      }
    }
  }
}

@Test func theNewestIsShown() async {
  let store = TestStore(initialState: HastyNews.State(), exhaustivity: .off) { HastyNews() }
  await store.send(.appeared)
  await store.finish()
  #expect(store.state.headline == "It rains")
}

@Test(.expectsFailures) func anotherOrderBreaksIt() async {
  await withSchedules(1...100) {
    let store = TestStore(initialState: HastyNews.State(), exhaustivity: .off) { HastyNews() }
    await store.send(.appeared)
    await store.finish()
    #expect(store.state.headline == "It rains")
  }
}

@Test(.expectsFailures) func thisOrderBreaksIt() async {
  await withSchedules(seed: 1, choices: 1) {
    let store = TestStore(initialState: HastyNews.State(), exhaustivity: .off) { HastyNews() }
    await store.send(.appeared)
    await store.finish()
    #expect(store.state.headline == "It rains")
  }
}

@Reducer
struct News {
  @ObservableState
  struct State: Equatable {
    var headline = ""
    var isNewest = false
  }

  enum Action {
    case appeared
    case foundKept(String)
    case loaded(String)
  }

  @Dependency(NewsClient.self) var client

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .appeared:
        return .merge(
          .run { [client] send in await send(.foundKept(try await client.kept())) },
          .run { [client] send in await send(.loaded(try await client.newest())) }
        )
      case .foundKept(let headline):
        if !state.isNewest { state.headline = headline }
        return .none
      case .loaded(let headline):
        state.headline = headline
        state.isNewest = true
        return .none
      }
    }
  }
}

@Test(.schedules(1...100))
func theNewestIsShownInEveryOrder() async {
  let store = TestStore(initialState: News.State(), exhaustivity: .off) { News() }
  await store.send(.appeared)
  await store.finish()
  #expect(store.state.headline == "It rains")
}

/// Compares the failure on the page with the actual one.
@Test func thePageShowsTheFailure() async throws {
  let page = URL(fileURLWithPath: #filePath)
    .appending(path: "../../../Sources/CounterpointTesting/CounterpointTesting.docc/FindARace.md")
    .standardizedFileURL
  let text = try String(contentsOf: page, encoding: .utf8)
  let shown = try #require(text.split(separator: "```text\n").dropFirst().first?.split(separator: "```").first)

  let issues = try await recordedIssues {
    await withSchedules(1...100) { @MainActor in
      let store = TestStore(initialState: HastyNews.State(), exhaustivity: .off) { HastyNews() }
      await store.send(.appeared)
      await store.finish()
      #expect(store.state.headline == "It rains")
    }
  }
  #expect(issues.flatMap(\.comments).map(\.rawValue).contains("\(shown.dropLast())"))
}
