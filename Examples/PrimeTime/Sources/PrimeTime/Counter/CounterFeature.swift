public import Counterpoint
import Foundation

/// Counting, and what one can ask about the count.
public struct CounterFeature: Reducer {
  /// See ``CounterFeatureState``.
  public typealias State = CounterFeatureState
  /// See ``CounterFeatureAction``.
  public typealias Action = CounterFeatureAction

  private let primes: PrimeClient

  /// Makes the feature.
  ///
  /// - Parameter primes: Where primes come from.
  public init(primes: PrimeClient) {
    self.primes = primes
  }

  /// The counter, and what it presents.
  public var body: some ReducerOf<Self> {
    Scope(\.self, action: \.counter) {
      CounterReducer(primes: primes)
    }
    Scope(\.self, action: \.primeModal) {
      PrimeModal()
    }
  }
}

struct CounterReducer: Reducer {
  typealias State = CounterFeatureState
  typealias Action = CounterAction

  private enum EffectID { case nthPrime }

  let primes: PrimeClient

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .decrTapped:
      count(by: -1, &state)
      return .none

    case .incrTapped:
      count(by: 1, &state)
      return .none

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
      return .none

    case .nthPrimeResponse(let n, let prime):
      state.isNthPrimeRequestInFlight = false
      state.alertNthPrime = prime.map { PrimeAlert(n: n, prime: $0) }
      return .none

    case .nthPrimeFailed(let n, let reason):
      state.isNthPrimeRequestInFlight = false
      state.alertNthPrime = PrimeAlert(n: n, failure: reason)
      return .none

    case .alertDismissButtonTapped:
      state.alertNthPrime = nil
      return .none

    case .isPrimeButtonTapped:
      state.notice = nil
      state.isPrimeModalShown = true
      return .none

    case .primeModalDismissed:
      state.isPrimeModalShown = false
      return .none
    }
  }

  private func count(by step: Int, _ state: inout State) {
    let (count, isTooFar) = state.count.addingReportingOverflow(step)
    guard !isTooFar else {
      state.notice = "The count ends at \(state.count)."
      return
    }
    state.count = count
    state.notice = nil
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
