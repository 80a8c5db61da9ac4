import Counterpoint
import CounterpointTesting
import Testing

/// The examples of seed 002: a counter, a timer that stops at 5, and a login that is tested without its details.
@MainActor
@Suite struct Seed002Tests {
  @Test func counter() async {
    let store = TestStore(initialState: Feature.State(count: 0)) {
      Feature()
    }

    await store.send(.incrementButtonTapped) {
      $0.count = 1
    }
    await store.send(.decrementButtonTapped) {
      $0.count = 0
    }
  }

  @Test func timerStopsAtFive() async {
    let clock = TestClock()
    let store = TestStore(initialState: Feature.State(count: 0)) {
      Feature()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(.startTimerButtonTapped)

    await clock.advance(by: .seconds(1))
    await store.receive(\.timerTick) {
      $0.count = 1
    }
    await clock.advance(by: .seconds(4))
    await store.receive(\.timerTick) {
      $0.count = 2
    }
    await store.receive(\.timerTick) {
      $0.count = 3
    }
    await store.receive(\.timerTick) {
      $0.count = 4
    }
    await store.receive(\.timerTick) {
      $0.count = 5
    }
  }

  @Test func timerOnAnImmediateClock() async {
    let store = TestStore(initialState: Feature.State(count: 0)) {
      Feature()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
    }

    await store.send(.startTimerButtonTapped)
    for count in 1...5 {
      await store.receive(\.timerTick) { $0.count = count }
    }
  }

  @Test func loginSelectsTheTab() async {
    let clock = TestClock()
    let store = TestStore(initialState: App.State()) {
      App()
    } withDependencies: {
      $0.continuousClock = clock
    }
    store.exhaustivity = .off

    await store.send(\.login.submitButtonTapped)
    await clock.advance(by: .seconds(1))
    await store.receive(\.login.delegate.didLogin) {
      $0.selectedTab = .activity
    }
  }

  @Reducer struct Feature {
    @ObservableState struct State: Equatable { var count = 0 }
    enum Action {
      case incrementButtonTapped
      case decrementButtonTapped
      case startTimerButtonTapped
      case timerTick
    }
    private enum CancelID { case timer }
    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .incrementButtonTapped:
          state.count += 1
          return .none
        case .decrementButtonTapped:
          state.count -= 1
          return .none
        case .startTimerButtonTapped:
          state.count = 0
          return .run { [clock] send in
            for await _ in clock.timer(interval: .seconds(1)) { await send(.timerTick) }
          }
          .cancellable(id: CancelID.timer)
        case .timerTick:
          state.count += 1
          return state.count < 5 ? .none : .cancel(id: CancelID.timer)
        }
      }
    }
  }

  @Reducer struct Login {
    @ObservableState struct State: Equatable {
      var isLoading = false
      var attempts = 0
    }
    enum Action {
      case submitButtonTapped
      case response
      case delegate(Delegate)
      @CasePathable enum Delegate { case didLogin }
    }
    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .submitButtonTapped:
          state.isLoading = true
          state.attempts += 1
          return .run { [clock] send in
            try await clock.sleep(for: .seconds(1))
            await send(.response)
          }
        case .response:
          state.isLoading = false
          return .send(.delegate(.didLogin))
        case .delegate:
          return .none
        }
      }
    }
  }

  @Reducer struct App {
    enum Tab: Equatable { case login, activity }
    @ObservableState struct State: Equatable {
      var login = Login.State()
      var selectedTab = Tab.login
    }
    enum Action { case login(Login.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: \.login, action: \.login) { Login() }
      Reduce { state, action in
        if case .login(.delegate(.didLogin)) = action { state.selectedTab = .activity }
        return .none
      }
    }
  }
}
