public import Counterpoint

/// Two tabs that own the same stats, and so does what holds them.
@Reducer
public struct SharedState {
  /// A tab.
  public enum Tab: String, CaseIterable, Codable, Equatable, Sendable {
    /// It counts.
    case counter
    /// It shows the stats.
    case profile
  }

  /// The state of the program.
  @ObservableState
  public struct State: Codable, Equatable, Sendable {
    /// The tab that is shown.
    public var currentTab: Tab
    /// The tab that counts.
    public var counter: CounterTab.State
    /// The tab that shows the stats.
    public var profile: ProfileTab.State
    /// The stats. To go to another tab counts.
    @Shared public var stats: Stats

    /// Makes a state.
    public init(currentTab: Tab = .counter, stats: Shared<Stats>) {
      self.currentTab = currentTab
      counter = CounterTab.State(stats: stats)
      profile = ProfileTab.State(stats: stats)
      _stats = stats
    }
  }

  /// The actions.
  public enum Action: Codable, Equatable, Sendable {
    /// On the tab that counts.
    case counter(CounterTab.Action)
    /// On the tab that shows the stats.
    case profile(ProfileTab.Action)
    /// Go to a tab.
    case selectTab(Tab)
  }

  /// Makes the feature.
  public init() {}

  /// Runs the tabs. None tells the others what it has changed: they have the same value.
  public var body: some ReducerOf<Self> {
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
