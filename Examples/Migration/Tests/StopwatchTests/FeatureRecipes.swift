import ComposableArchitecture
import Testing

// The code of the page "Coming from the Composable Architecture" as it is after the change: features.

@Reducer
struct Drafts {
  @ObservableState
  struct State: Equatable {
    var query = ""
    var changes = 0
    var titles: [String] = []
    var failure: String?
    @Presents var alert: AlertState<Action.Alert>?
    @Shared(.inMemory("drafts-opened")) var opened = 0
  }

  enum Action: BindableAction {
    case alert(PresentationAction<Alert>)
    case binding(BindingAction<State>)
    case clearButtonTapped
    case loaded(Result<[String], any Error>)
    case openButtonTapped
    case searchButtonTapped

    @CasePathable
    enum Alert {
      case clearConfirmed
    }
  }

  let load: @Sendable (String) async throws -> [String]
  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    BindingReducer()
      .onChange(of: \.query) { _, state in
        state.changes += 1
        return .none
      }
    Reduce { state, action in
      switch action {
      case .alert(.presented(.clearConfirmed)):
        state.titles = []
        return .none

      case .clearButtonTapped:
        state.alert = AlertState {
          TextState("Remove all drafts?")
        } actions: {
          ButtonState(action: .clearConfirmed) { TextState("Remove") }
        }
        return .none

      case .loaded(.success(let titles)):
        state.titles = titles
        return .none

      case .loaded(.failure(let error)):
        state.failure = "\(error)"
        return .none

      case .openButtonTapped:
        state.$opened.withLock { $0 += 1 }
        state.$opened.withLock { $0 += 1 }
        return .none

      case .searchButtonTapped:
        return .run { [query = state.query] send in
          await send(.loaded(Result { try await load(query) }))
        }
        .debounce(id: "search", for: .seconds(1), clock: clock)

      case .alert, .binding:
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

@MainActor
@Suite struct FeatureRecipes {
  private struct Offline: Error, Equatable {}

  @Test func resultsReplaceTaskResults() async {
    let clock = TestClock()
    let isOnline = LockIsolated(true)
    let store = TestStore(initialState: Drafts.State()) {
      Drafts { query in
        guard isOnline.value else { throw Offline() }
        return [query]
      }
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(\.binding.query, "diary") {
      $0.query = "diary"
      $0.changes = 1
    }
    await store.send(.searchButtonTapped)
    await clock.advance(by: .seconds(1))
    await store.receive(\.loaded.success) { $0.titles = ["diary"] }

    isOnline.setValue(false)
    await store.send(.searchButtonTapped)
    await clock.advance(by: .seconds(1))
    await store.receive(\.loaded.failure) { $0.failure = "Offline()" }

    await store.send(.clearButtonTapped) {
      $0.alert = AlertState {
        TextState("Remove all drafts?")
      } actions: {
        ButtonState(action: .clearConfirmed) { TextState("Remove") }
      }
    }
    await store.send(\.alert.clearConfirmed) {
      $0.alert = nil
      $0.titles = []
    }
  }

  @Test func twoChangesOfASharedValueAreBothAsserted() async {
    let store = TestStore(initialState: Drafts.State()) { Drafts { _ in [] } }
    await store.send(.openButtonTapped) { $0.$opened.withLock { $0 = 2 } }
  }

  /// The old type, and the old parameter of a button, for the first build.
  @Test func oldSpellings() async throws {
    let success = await TaskResult { 1 }
    let failure = await TaskResult<Int> { throw Offline() }
    #expect(try success.value == 1)
    #expect(success.map { $0 + 1 } == .success(2))
    #expect(failure == .failure(Offline()))
    #expect(failure != success)
    #expect(throws: Offline.self) { try failure.value }
    #expect(try Result(success).get() == 1)
    #expect(TaskResult(Result<Int, Offline>.failure(Offline())) == failure)
    #expect(Set([success, failure, success]).count == 2)
    #expect(success.is(\.success))

    let button = ButtonState<Int>(action: .send(1, animation: .spring(duration: 0.3).delay(1))) { TextState("One") }
    #expect(button == ButtonState(action: 1) { TextState("One") })
    #expect(Animation.linear(duration: 1).repeatForever() == .default)
  }
}
