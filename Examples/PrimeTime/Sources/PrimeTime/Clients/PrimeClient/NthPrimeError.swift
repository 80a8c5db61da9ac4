public import Foundation

/// The largest `n` that ``PrimeClient/live`` computes the nth prime for.
public let nthPrimeLimit = 5_000_000

/// The reason that there is no nth prime for an `n`.
public enum NthPrimeError: Error, Codable, Equatable, Sendable {
  /// `n` is less than 1, and the first prime has the number 1.
  case tooSmall(n: Int)
  /// `n` is more than the client is ready to compute.
  case tooLarge(n: Int, limit: Int)
}

extension NthPrimeError: LocalizedError, CustomStringConvertible {
  /// A sentence or two for the user: what was asked for, and what can be.
  public var description: String {
    switch self {
    case .tooSmall(let n):
      "There is no prime number \(n): counting starts at 1, and the first prime is 2."
    case .tooLarge(let n, let limit):
      "Prime number \(n) is too far out to compute: the limit is \(limit)."
    }
  }

  /// The same text as ``description``.
  public var errorDescription: String? { description }
}
