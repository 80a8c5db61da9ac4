import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
import Testing

// The code of the guide "Explore a feature", to the letter.

@DependencyClient
struct LibraryClient: Sendable {
  var find: @Sendable (_ title: String) async throws -> [String]
}

extension LibraryClient: TestDependencyKey {
  static let testValue = LibraryClient()
}

@Reducer
struct HastyCatalog {
  @ObservableState
  struct State: Equatable {
    var title = ""
    var isSearching = false
    var books: [String] = []
  }

  enum Action {
    case titleChanged(String)
    case found([String])
  }

  @Dependency(LibraryClient.self) var client

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .titleChanged(let title):
        state.title = title
        state.isSearching = true
        return .run { [client] send in
          await send(.found(try await client.find(title)))
        } catch: { _, send in
          await send(.found([]))
        }
      case .found(let books):
        state.isSearching = false
        state.books = books
        return .none
      }
    }
  }
}

@Test(.expectsFailures) func theBooksFitTheTitle() async {
  await explore(
    HastyCatalog.State(),
    depth: 5,
    invariants: [
      .always("the books fit the title") { state in
        state.isSearching || state.books.allSatisfy { $0.contains(state.title) }
      }
    ]
  ) { _ in
    [.titleChanged("Emma"), .titleChanged("Dune")]
  } reducer: {
    HastyCatalog()
  } withDependencies: {
    $0[LibraryClient.self].find = { title in
      try await Draw.answer([.success(["\(title), 1st edition"]), .failure(CancellationError())])
    }
  }
}

@Test(.expectsFailures) func explored() async {
  await withOrder([.send, .send, .answer(1, 0)]) {
    let store = TestStore(initialState: HastyCatalog.State()) {
      HastyCatalog()
    } withDependencies: {
      $0[LibraryClient.self].find = { title in
        try await Draw.answer([.success(["\(title), 1st edition"]), .failure(CancellationError())])
      }
    }

    await store.send(.titleChanged("Emma")) {
      $0.title = "Emma"
      $0.isSearching = true
    }
    await store.send(.titleChanged("Dune")) {
      $0.title = "Dune"
    }
    await store.receive(\.found, ["Emma, 1st edition"]) {
      $0.isSearching = false
      $0.books = ["Emma, 1st edition"]
    }
    await store.skipInFlightEffects()
    let holds: (HastyCatalog.State) -> Bool = { state in
      state.isSearching || state.books.allSatisfy { $0.contains(state.title) }
    }
    #expect(holds(store.state), "the books fit the title")
  }
}
