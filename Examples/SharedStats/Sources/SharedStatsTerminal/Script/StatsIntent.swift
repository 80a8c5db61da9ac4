public import CounterpointTerminal
public import SharedStats

/// What a person wants to do, as a line of a script says it.
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

  /// Whether it quits.
  public var endsScript: Bool { self == .quit }

  /// Reads an intent.
  ///
  /// - Parameter text: A line of a script without its comment, as in `increment`.
  /// - Throws: ``StatsIntentError`` that says what is wrong and what would be right.
  public init(_ text: String) throws(StatsIntentError) {
    guard let intent = Self.intents[text] else { throw .unknown(text, among: Self.intents.keys.sorted()) }
    self = intent
  }
}

/// What is wrong with a line of a script.
public enum StatsIntentError: Error, Equatable, Sendable {
  /// There is no such intent.
  case unknown(String, among: [String])
}

extension StatsIntentError: CustomStringConvertible {
  /// What is wrong, and what would be right, in a line.
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
