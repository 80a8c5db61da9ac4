/// What the counting feature and all that it presents know.
///
/// It is named after the domain, not after widgets: whether a request is in flight, not which button is disabled. Each
/// platform makes its own view state of it.
public struct CounterFeatureState: Equatable, Sendable {
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

/// The answer to a request for the nth prime, to be shown once.
public struct PrimeAlert: Equatable, Sendable {
  /// What was asked for.
  public let n: Int
  /// The text of the answer.
  public let title: String

  /// The answer is a prime.
  public init(n: Int, prime: Int) {
    self.n = n
    self.title = "The \(ordinal(n)) prime is \(prime)"
  }

  /// There is no answer.
  ///
  /// - Parameters:
  ///   - n: What was asked for.
  ///   - reason: Why there is none, in a sentence.
  public init(n: Int, failure reason: String) {
    self.n = n
    self.title = reason
  }
}
