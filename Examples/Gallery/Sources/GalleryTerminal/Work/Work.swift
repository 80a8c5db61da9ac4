public import Counterpoint
public import CounterpointTerminal

/// Work that takes time and writes a log.
@Reducer
public struct Work {
  /// The state of the work.
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The lines of the log, the oldest first.
    public var log: [String]
    /// The number of done steps.
    public var done = 0
    /// The number of all steps.
    public let total: Int
    /// The sign of running work; `nil` while none runs.
    public var spinner: Spinner?

    /// Creates a state.
    public init(log: [String] = [], total: Int = 20) {
      self.log = log
      self.total = total
    }
  }

  /// The actions of the user and of the clock.
  public enum Action: Equatable, Sendable {
    case startButtonTapped
    case stopButtonTapped
    case ticked
  }

  private enum CancelID { case timer }

  @Dependency(\.continuousClock) private var clock

  /// Creates the feature.
  public init() {}

  /// Advances the work by a step for each tick of the clock.
  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .startButtonTapped:
        state.done = 0
        state.spinner = Spinner()
        return .run { [clock] send in
          for await _ in clock.timer(interval: Spinner.interval) { await send(.ticked) }
        }
        .cancellable(id: CancelID.timer, cancelInFlight: true)

      case .ticked:
        state.done += 1
        state.spinner?.advance()
        state.log.append("work: step \(state.done) of \(state.total)")
        guard state.done == state.total else { return .none }
        state.spinner = nil
        return .cancel(id: CancelID.timer)

      case .stopButtonTapped:
        state.spinner = nil
        return .cancel(id: CancelID.timer)
      }
    }
  }
}
