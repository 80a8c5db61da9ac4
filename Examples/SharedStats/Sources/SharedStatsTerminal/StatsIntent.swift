public import CounterpointTerminal
public import SharedStats

/// A user's intent, as a line of a script.
public enum StatsIntent: ScriptIntent {
  case decrement
  case dismiss
  case increment
  case isPrime
  case quit
  case reset
  case show(SharedState.Tab)
}

extension StatsIntent {
  private static let intents: [String: StatsIntent] = [
    "counter": .show(.counter), "decrement": .decrement, "dismiss": .dismiss, "increment": .increment,
    "is-prime": .isPrime, "profile": .show(.profile), "quit": .quit, "reset": .reset,
  ]

  /// Whether the intent quits the program.
  public var endsScript: Bool { self == .quit }

  /// Parses an intent.
  ///
  /// - Parameter text: A line of a script without its comment, as in `increment`.
  /// - Throws: ``StatsIntentError`` with the correction.
  public init(_ text: String) throws(StatsIntentError) {
    guard let intent = Self.intents[text] else { throw .unknown(text, among: Self.intents.keys.sorted()) }
    self = intent
  }
}

/// An error in a line of a script.
public enum StatsIntentError: Error, Equatable, Sendable {
  /// There is no such intent.
  case unknown(String, among: [String])
}

extension StatsIntentError: CustomStringConvertible {
  /// The error and its correction, in one line.
  public var description: String {
    switch self {
    case .unknown(let text, let words):
      let near = nearestWords(to: text, among: words)
      let advice =
        near.isEmpty
        ? "the intents are \(words.joined(separator: ", "))"
        : "did you mean \(near.map { "'\($0)'" }.joined(separator: " or "))?"
      return "unknown intent '\(text)'; \(advice)"
    }
  }
}
