public import Counterpoint

/// The source of the features' primes.
///
/// A struct of closures, so that a test or a preview can replace a single one.
@DependencyClient
public struct PrimeClient: Sendable {
  /// The nth prime, counted from 1: the first is 2.
  ///
  /// - Parameters:
  ///   - n: From 1 through ``nthPrimeLimit``.
  ///   - progress: Is called with the completed share of the work, a fraction between 0 and 1, larger each time. The
  ///     computation waits until it returns. It may never be called when the answer is quick.
  /// - Returns: The prime.
  /// - Throws: ``NthPrimeError`` when there is no answer for `n`, and `CancellationError` when the task was
  ///   canceled.
  public var nthPrime: @Sendable (_ n: Int, _ progress: @escaping @Sendable (Double) async -> Void) async throws -> Int
}

extension PrimeClient {
  /// Computes the prime here and now, with a sieve.
  ///
  /// Time grows with `n`: a few milliseconds for the 100,000th prime, some tenths of a second for the 5,000,000th, even
  /// in a debug build. Memory stays below 100 KiB for any `n`. It never runs on the caller's actor, reports progress at
  /// most 100 times (once per percent where `n` is a million or more), and notices a cancellation between two segments
  /// of the sieve, within a millisecond or so.
  public static let live = Self(nthPrime: { n, progress in
    try await NthPrimeSearch(n: n).run(progress: progress)
  })
}

extension PrimeClient: DependencyKey {
  /// ``live``.
  public static var liveValue: Self { live }

  /// Answers at once, and always 17.
  public static var previewValue: Self { Self(nthPrime: { _, _ in 17 }) }

  /// Reports each use: a test says itself which prime it expects.
  public static var testValue: Self { Self() }
}

extension DependencyValues {
  /// The source of the features' primes.
  public var primes: PrimeClient {
    get { self[PrimeClient.self] }
    set { self[PrimeClient.self] = newValue }
  }
}
