public import Counterpoint

/// The source of primes: closures, so that a test can replace a single one.
@DependencyClient
public struct PrimeClient: Sendable {
  /// Returns the nth prime; the first is 2.
  ///
  /// - Parameters:
  ///   - n: A number from 1 through ``nthPrimeLimit``.
  ///   - progress: Receives the completed share of the work, between 0 and 1. The computation waits until it returns.
  /// - Throws: ``NthPrimeError``, or `CancellationError`.
  public var nthPrime: @Sendable (_ n: Int, _ progress: @escaping @Sendable (Double) async -> Void) async throws -> Int
}

extension PrimeClient: DependencyKey {
  /// Computes the prime with a sieve, off the caller's actor: in milliseconds for the 100,000th, in some tenths of a
  /// second for the 5,000,000th. Reports progress at most 100 times.
  public static let live = Self(nthPrime: { try await NthPrimeSearch(n: $0).run(progress: $1) })

  /// The same as ``live``.
  public static var liveValue: Self { live }

  /// Returns 17 immediately.
  public static var previewValue: Self { Self(nthPrime: { _, _ in 17 }) }

  /// Reports each use, because a test specifies its primes itself.
  public static var testValue: Self { Self() }
}

extension DependencyValues {
  /// The source of primes.
  public var primes: PrimeClient {
    get { self[PrimeClient.self] }
    set { self[PrimeClient.self] = newValue }
  }
}
