import Foundation

/// The search for one nth prime: sieves segment after segment and counts until it gets there.
struct NthPrimeSearch: Sendable {
  let n: Int
  /// The number of odd numbers that are sieved between two checks for cancellation and reports of progress.
  var slotsPerSegment = SegmentedSieve.defaultSlotsPerSegment

  /// - Parameter progress: Gets the share of the primes counted so far, whenever another percent of them is full. Never
  ///   0 and never 1: the result itself says that the work is done.
  /// - Throws: ``NthPrimeError``, or `CancellationError`.
  @concurrent
  func run(progress: @Sendable (Double) async -> Void) async throws -> Int {
    guard n >= 1 else { throw NthPrimeError.tooSmall(n: n) }
    guard n <= nthPrimeLimit else { throw NthPrimeError.tooLarge(n: n, limit: nthPrimeLimit) }

    var sieve = SegmentedSieve(through: Self.upperBound(n), slotsPerSegment: slotsPerSegment)
    var counted = 0
    var reportedPercent = 0
    while true {
      // Also after each report, because the callback may have canceled the task.
      try Task.checkCancellation()
      let found = sieve.advance()
      if counted + found >= n { return sieve.prime(n - counted - 1) }
      counted += found
      let percent = counted * 100 / n
      guard percent > reportedPercent else { continue }
      reportedPercent = percent
      await progress(Double(counted) / Double(n))
    }
  }

  /// A number that the nth prime does not exceed.
  ///
  /// Rosser and Schoenfeld (1962): the nth prime is less than n(ln n + ln ln n) for n ≥ 6. The fifth is 11. The bound
  /// is 7.4 % above the 100,000th prime, and 5.6 % above the 5,000,000th.
  static func upperBound(_ n: Int) -> Int {
    guard n >= 6 else { return 11 }
    let logarithm = log(Double(n))
    return Int((Double(n) * (logarithm + log(logarithm))).rounded(.up))
  }
}
