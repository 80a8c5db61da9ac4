public import Counterpoint

/// The tab that counts.
@Reducer
public struct CounterTab {
  /// The state of the tab.
  @ObservableState
  public struct State: Codable, Equatable, Sendable {
    /// The alert about the count.
    @Presents public var alert: AlertState<Action.Alert>?
    /// The count, which other tabs have too.
    @Shared public var stats: Stats

    /// Makes a state.
    public init(alert: AlertState<Action.Alert>? = nil, stats: Shared<Stats>) {
      _stats = stats
      self.alert = alert
    }
  }

  /// The actions of the tab.
  public enum Action: Codable, Equatable, Sendable {
    /// On the alert.
    case alert(PresentationAction<Alert>)
    /// Count one down.
    case decrementButtonTapped
    /// Count one up.
    case incrementButtonTapped
    /// Tell whether the count is prime.
    case isPrimeButtonTapped

    /// The alert can only be closed.
    public typealias Alert = Never
  }

  /// Makes the feature.
  public init() {}

  /// Counts.
  public var body: some ReducerOf<Self> {
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
    guard number > 3 else { return number > 1 }
    return !(2...Int(Double(number).squareRoot())).contains { number.isMultiple(of: $0) }
  }
}
