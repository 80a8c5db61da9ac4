public import Counterpoint

/// Counting, and what one can ask about the count.
@Reducer
public struct CounterFeature {
  /// What the counting feature and all that it presents know.
  ///
  /// It is named after the domain, not after widgets: whether a request is in flight, not which button is disabled. Each
  /// platform makes its own view state of it.
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The answer to the last request, until the user has seen it.
    public var alertNthPrime: PrimeAlert?
    /// The number that the user counts with.
    public var count: Int
    /// The primes that the user likes, in the order in which they were saved.
    public var favoritePrimes: [Int]
    /// Whether the nth prime is being computed.
    public var isNthPrimeRequestInFlight: Bool
    /// How much of the nth prime is done, from 0 to 1.
    public var nthPrimeProgress: Double
    /// Whether the user looks at whether the count is prime.
    public var isPrimeModalShown: Bool
    /// Why the last thing that the user did had no effect.
    public var notice: String?

    /// Makes a state.
    public init(
      alertNthPrime: PrimeAlert? = nil,
      count: Int = 0,
      favoritePrimes: [Int] = [],
      isNthPrimeRequestInFlight: Bool = false,
      nthPrimeProgress: Double = 0,
      isPrimeModalShown: Bool = false,
      notice: String? = nil
    ) {
      self.alertNthPrime = alertNthPrime
      self.count = count
      self.favoritePrimes = favoritePrimes
      self.isNthPrimeRequestInFlight = isNthPrimeRequestInFlight
      self.nthPrimeProgress = nthPrimeProgress
      self.isPrimeModalShown = isPrimeModalShown
      self.notice = notice
    }
  }

  /// What can happen in the counting feature, and in all that it presents.
  public enum Action: Equatable, Sendable {
    /// On the counter itself.
    case counter(Counter.Action)
    /// Where the user is told whether the count is prime.
    case primeModal(PrimeModal.Action)
  }

  /// Makes the feature.
  public init() {}

  /// The counter, and what it presents.
  public var body: some ReducerOf<Self> {
    Scope(\.self, action: \.counter) {
      Counter()
    }
    Scope(\.self, action: \.primeModal) {
      PrimeModal()
    }
  }
}
