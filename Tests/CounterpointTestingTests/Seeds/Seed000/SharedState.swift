import Counterpoint

// The case study of seed 000: two tabs and their parent own the same stats.

struct Stats: Equatable {
  private(set) var count = 0
  private(set) var maxCount = 0
  private(set) var minCount = 0
  private(set) var numberOfCounts = 0

  init(count: Int = 0, maxCount: Int = 0, minCount: Int = 0, numberOfCounts: Int = 0) {
    self.count = count
    self.maxCount = maxCount
    self.minCount = minCount
    self.numberOfCounts = numberOfCounts
  }

  mutating func increment() {
    count += 1
    numberOfCounts += 1
    maxCount = max(maxCount, count)
  }

  mutating func decrement() {
    count -= 1
    numberOfCounts += 1
    minCount = min(minCount, count)
  }

  mutating func reset() {
    self = Stats()
  }
}

@Reducer
struct CounterTab {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    @Shared var stats: Stats
  }

  enum Action: Equatable {
    case alert(PresentationAction<Alert>)
    case decrementButtonTapped
    case incrementButtonTapped
    case isPrimeButtonTapped

    enum Alert: Equatable {}
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert:
        return .none
      case .decrementButtonTapped:
        state.$stats.withLock { $0.decrement() }
        return .none
      case .incrementButtonTapped:
        state.$stats.withLock { $0.increment() }
        return .none
      case .isPrimeButtonTapped:
        let count = state.stats.count
        state.alert = AlertState {
          TextState(isPrime(count) ? "👍 The number \(count) is prime!" : "👎 The number \(count) is not prime :(")
        }
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  private func isPrime(_ number: Int) -> Bool {
    number > 1 && !(2..<number).contains { number.isMultiple(of: $0) }
  }
}

@Reducer
struct ProfileTab {
  @ObservableState
  struct State: Equatable {
    @Shared var stats: Stats
  }

  enum Action: Equatable {
    case resetStatsButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .resetStatsButtonTapped:
        state.$stats.withLock { $0.reset() }
        return .none
      }
    }
  }
}

@Reducer
struct SharedState {
  enum Tab: Equatable { case counter, profile }

  @ObservableState
  struct State: Equatable {
    var currentTab = Tab.counter
    var counter: CounterTab.State
    var profile: ProfileTab.State
    @Shared var stats: Stats

    init(stats: Shared<Stats>) {
      counter = CounterTab.State(stats: stats)
      profile = ProfileTab.State(stats: stats)
      _stats = stats
    }
  }

  enum Action: Equatable {
    case counter(CounterTab.Action)
    case profile(ProfileTab.Action)
    case selectTab(Tab)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.counter, action: \.counter) { CounterTab() }
    Scope(state: \.profile, action: \.profile) { ProfileTab() }
    Reduce { state, action in
      switch action {
      case .counter, .profile:
        return .none
      case .selectTab(let tab):
        state.currentTab = tab
        state.$stats.withLock { $0.increment() }
        return .none
      }
    }
  }
}
