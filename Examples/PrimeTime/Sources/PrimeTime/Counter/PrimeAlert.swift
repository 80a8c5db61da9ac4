/// The answer to a request for the nth prime, to be shown once.
public struct PrimeAlert: Codable, Equatable, Sendable {
  /// The index of the requested prime.
  public let n: Int
  /// The text of the answer.
  public let title: String

  /// The answer is a prime.
  public init(n: Int, prime: Int) {
    self.n = n
    self.title = "The \(ordinal(n)) prime is \(prime)"
  }

  /// There is no answer, because of a reason in a sentence.
  public init(n: Int, failure reason: String) {
    self.n = n
    self.title = reason
  }
}
