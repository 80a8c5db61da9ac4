public import Counterpoint
import Foundation

/// Counting itself.
@Reducer
public struct Counter {
  /// The state of the whole feature.
  public typealias State = CounterFeature.State

  /// The actions of the counter: the user's intents, on any platform, and the results of effects.
  public enum Action: Codable, Equatable, Sendable {
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

  private enum EffectID { case nthPrime }

  @Dependency(\.primes) private var primes

  /// Counts, and asks for primes.
  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .decrTapped, .incrTapped:
        let (count, isTooFar) = state.count.addingReportingOverflow(action == .incrTapped ? 1 : -1)
        state.notice = isTooFar ? "The count ends at \(state.count)." : nil
        if !isTooFar { state.count = count }

      case .requestNthPrime:
        guard !state.isNthPrimeRequestInFlight else { return .none }
        state.notice = nil
        state.isNthPrimeRequestInFlight = true
        state.nthPrimeProgress = 0
        return requestNthPrime(state.count)

      case .cancelNthPrimeRequest:
        state.isNthPrimeRequestInFlight = false
        return .cancel(id: EffectID.nthPrime)

      case .nthPrimeProgressed(let progress):
        state.nthPrimeProgress = progress

      case .nthPrimeResponse(let n, let prime):
        state.isNthPrimeRequestInFlight = false
        state.alertNthPrime = prime.map { PrimeAlert(n: n, prime: $0) }

      case .nthPrimeFailed(let n, let reason):
        state.isNthPrimeRequestInFlight = false
        state.alertNthPrime = PrimeAlert(n: n, failure: reason)

      case .alertDismissButtonTapped:
        state.alertNthPrime = nil

      case .isPrimeButtonTapped:
        state.notice = nil
        state.isPrimeModalShown = true

      case .primeModalDismissed:
        state.isPrimeModalShown = false
      }
      return .none
    }
  }

  private func requestNthPrime(_ n: Int) -> Effect<Action> {
    .run { [primes] send in
      let prime = try await primes.nthPrime(n) { await send(.nthPrimeProgressed($0)) }
      await send(.nthPrimeResponse(n: n, prime: prime))
    } catch: { error, send in
      await send(.nthPrimeFailed(n: n, reason: error.localizedDescription))
    }
    .cancellable(id: EffectID.nthPrime, cancelInFlight: true)
  }
}
