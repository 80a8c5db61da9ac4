public import Counterpoint

/// What can happen in the counting feature, and in all that it presents.
@CasePathable
public enum CounterFeatureAction: Equatable, Sendable {
  /// On the counter itself.
  case counter(CounterAction)
  /// Where the user is told whether the count is prime.
  case primeModal(PrimeModalAction)
}

/// What can happen on the counter: what users intend, whatever they do for it on their platform, and what effects answer.
public enum CounterAction: Equatable, Sendable {
  /// Count down.
  case decrTapped
  /// Count up.
  case incrTapped
  /// Compute the prime whose number is the count.
  case requestNthPrime
  /// Stop computing.
  case cancelNthPrimeRequest
  /// The computation is this far, from 0 to 1.
  case nthPrimeProgressed(Double)
  /// The computation is done; `nil` if it gave no answer.
  case nthPrimeResponse(n: Int, prime: Int?)
  /// There is no such prime.
  case nthPrimeFailed(n: Int, reason: String)
  /// The user has seen the answer.
  case alertDismissButtonTapped
  /// Tell whether the count is prime.
  case isPrimeButtonTapped
  /// The user has seen whether the count is prime.
  case primeModalDismissed
}
