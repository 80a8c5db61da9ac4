public import Foundation

/// The largest `n` whose prime is computed.
public let nthPrimeLimit = 5_000_000

/// The reason why there is no nth prime.
public enum NthPrimeError: Error, Codable, Equatable, Sendable {
  /// `n` is less than 1.
  case tooSmall(n: Int)
  /// `n` is greater than the limit.
  case tooLarge(n: Int, limit: Int)
}

extension NthPrimeError: LocalizedError, CustomStringConvertible {
  /// A sentence for the user.
  public var description: String {
    switch self {
    case .tooSmall(let n): "There is no prime number \(n): counting starts at 1, and the first prime is 2."
    case .tooLarge(let n, let limit): "Prime number \(n) is too far out to compute: the limit is \(limit)."
    }
  }

  /// The same text as ``description``.
  public var errorDescription: String? { description }
}

/// Counts primes, segment after segment.
struct NthPrimeSearch: Sendable {
  let n: Int
  /// 8 KiB of bits, which stay in the fastest cache.
  var slotsPerSegment = 1 << 16

  @concurrent
  func run(progress: @Sendable (Double) async -> Void) async throws -> Int {
    guard n >= 1 else { throw NthPrimeError.tooSmall(n: n) }
    guard n <= nthPrimeLimit else { throw NthPrimeError.tooLarge(n: n, limit: nthPrimeLimit) }

    let bound = Self.upperBound(n)
    let basePrimes = stride(from: 3, to: bound, by: 2).prefix { $0 * $0 <= bound }.filter(isPrime)
    var (firstSlot, counted, reportedPercent) = (0, 0, 0)
    while true {
      // Also after each report, because the callback may have canceled the task.
      try Task.checkCancellation()
      let primes = PrimeSegment(firstSlot: firstSlot, slots: slotsPerSegment, basePrimes: basePrimes)
      let found = primes.count
      if counted + found >= n { return primes[n - counted - 1] }
      counted += found
      firstSlot += slotsPerSegment
      let percent = counted * 100 / n
      guard percent > reportedPercent else { continue }
      reportedPercent = percent
      await progress(Double(counted) / Double(n))
    }
  }

  /// Returns a number that the nth prime does not exceed: n(ln n + ln ln n) for n ≥ 6 (Rosser and Schoenfeld, 1962).
  static func upperBound(_ n: Int) -> Int {
    guard n >= 6 else { return 11 }
    let logarithm = log(Double(n))
    return Int((Double(n) * (logarithm + log(logarithm))).rounded(.up))
  }
}
