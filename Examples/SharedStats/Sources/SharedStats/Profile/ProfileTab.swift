public import Counterpoint

/// The tab that shows the stats.
@Reducer
public struct ProfileTab {
  /// The state of the tab.
  @ObservableState
  public struct State: Codable, Equatable, Sendable {
    /// The stats, which other tabs have too.
    @Shared public var stats: Stats

    /// Makes a state.
    public init(stats: Shared<Stats>) {
      _stats = stats
    }
  }

  /// The actions of the tab.
  public enum Action: Codable, Equatable, Sendable {
    /// Begin again.
    case resetStatsButtonTapped
  }

  /// Makes the feature.
  public init() {}

  /// Resets the stats.
  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .resetStatsButtonTapped:
        state.$stats.withLock { $0.reset() }
        return .none
      }
    }
  }
}
