public import Counterpoint

/// Counting, and what one can ask about the count.
@Reducer
public struct CounterFeature {
  /// The state of counting, in names of the domain. Each platform derives its own view state.
  @ObservableState
  public struct State: Codable, Equatable, Sendable {
    /// The answer to the last request, until the user has seen it.
    public var alertNthPrime: PrimeAlert?
    /// The number that the user counts with.
    public var count: Int
    /// The primes that the user likes, in the order in which they were saved.
    public var favoritePrimes: [Int]
    /// Whether the nth prime is being computed.
    public var isNthPrimeRequestInFlight: Bool
    /// The completed share of the nth prime's computation, from 0 to 1.
    public var nthPrimeProgress: Double
    /// Whether the modal that tells if the count is prime is shown.
    public var isPrimeModalShown: Bool
    /// The reason that the user's last action had no effect.
    public var notice: String?

    /// Creates a state.
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

  /// The actions of the counting feature and of everything that it presents.
  public enum Action: Codable, Equatable, Sendable {
    /// On the counter itself.
    case counter(Counter.Action)
    /// The actions of the modal that tells whether the count is prime.
    case primeModal(PrimeModal.Action)
  }

  /// Creates the feature.
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
