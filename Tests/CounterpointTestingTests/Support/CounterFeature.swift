import Counterpoint

// The feature of seed 004: a function of a value, an action and an environment.

struct PrimeAlert: Equatable {
  let n: Int
  let prime: Int
}

struct CounterFeatureState: Equatable {
  var alertNthPrime: PrimeAlert?
  var count = 0
  var favoritePrimes: [Int] = []
  var isNthPrimeRequestInFlight = false
  var isPrimeModalShown = false
}

enum CounterFeatureAction: Equatable {
  case counter(CounterAction)
  case primeModal(PrimeModalAction)
}

enum CounterAction: Equatable {
  case decrTapped
  case incrTapped
  case requestNthPrime
  case nthPrimeResponse(n: Int, prime: Int?)
  case alertDismissButtonTapped
  case isPrimeButtonTapped
  case primeModalDismissed
}

enum PrimeModalAction: Equatable {
  case saveFavoritePrimeTapped
  case removeFavoritePrimeTapped
}

typealias CounterEnvironment = (Int) -> Effect<Int?>

func counterFeatureReducer(
  value: inout CounterFeatureState,
  action: CounterFeatureAction,
  environment: CounterEnvironment
) -> Effect<CounterFeatureAction> {
  switch action {
  case .counter(.decrTapped):
    value.count -= 1
  case .counter(.incrTapped):
    value.count += 1
  case .counter(.requestNthPrime):
    value.isNthPrimeRequestInFlight = true
    let n = value.count
    return environment(n).map { .counter(.nthPrimeResponse(n: n, prime: $0)) }
  case .counter(.nthPrimeResponse(let n, let prime)):
    value.alertNthPrime = prime.map { PrimeAlert(n: n, prime: $0) }
    value.isNthPrimeRequestInFlight = false
  case .counter(.alertDismissButtonTapped):
    value.alertNthPrime = nil
  case .counter(.isPrimeButtonTapped):
    value.isPrimeModalShown = true
  case .counter(.primeModalDismissed):
    value.isPrimeModalShown = false
  case .primeModal(.saveFavoritePrimeTapped):
    value.favoritePrimes.append(value.count)
  case .primeModal(.removeFavoritePrimeTapped):
    value.favoritePrimes.removeAll { $0 == value.count }
  }
  return .none
}
