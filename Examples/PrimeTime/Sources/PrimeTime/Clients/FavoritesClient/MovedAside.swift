/// A file that was found where the favorites belong, isn't ours, and was given another name.
public struct MovedAside: Codable, Equatable, Sendable, CustomStringConvertible {
  /// The path where it was.
  public var from: String
  /// The path where it is now.
  public var to: String
  /// The evidence that it isn't a list of favorites, as the end of a sentence: “it is empty”.
  public var reason: String

  /// Makes a report.
  ///
  /// - Parameters:
  ///   - from: See ``from``.
  ///   - to: See ``to``.
  ///   - reason: See ``reason``.
  public init(from: String, to: String, reason: String) {
    self.from = from
    self.to = to
    self.reason = reason
  }

  /// A sentence for the user, with both paths and the reason.
  public var description: String {
    "\(from) is not a list of favorite primes (\(reason)); it was moved to \(to)."
  }
}
