public import CounterpointTerminal

/// A user's intent, as a line of a script.
public enum Intent: ScriptIntent {
  case cancel
  case decrement(times: Int)
  case deleteFavorite(prime: Int)
  case dismiss
  case increment(times: Int)
  case isPrime
  case load
  case nthPrime
  case quit
  case removeFavorite
  case save
  case saveFavorite
  case showFavorites
}

extension Intent {
  /// Whether the intent quits the program.
  public var endsScript: Bool { self == .quit }

  /// Whether the intent cancels a request.
  public var endsEffects: Bool { self == .cancel }

  /// The maximum number of repetitions of `increment` and `decrement` on one line.
  public static let repeatLimit = 1_000_000

  /// The words that intents begin with.
  static let words = [
    "cancel", "decrement", "delete-favorite", "dismiss", "increment", "is-prime", "load", "nth-prime", "quit",
    "remove-favorite", "save", "save-favorite", "show-favorites",
  ]

  /// Reads an intent.
  ///
  /// - Parameter text: A line of a script without its comment, as in `increment 7`.
  /// - Throws: ``IntentError`` that says what is wrong and what would be right.
  public init(_ text: String) throws(IntentError) {
    let parts = text.split { $0.isWhitespace }.map(String.init)
    guard let word = parts.first else { throw .empty }
    let arguments = Array(parts.dropFirst())

    switch word {
    case "decrement": self = .decrement(times: try Self.times(word, arguments))
    case "delete-favorite": self = .deleteFavorite(prime: try Self.prime(word, arguments))
    case "increment": self = .increment(times: try Self.times(word, arguments))
    default:
      guard let intent = Self.plain[word] else { throw .unknown(word, near: nearestWords(to: word, among: Self.words)) }
      guard arguments.isEmpty else { throw .unexpectedArgument(word, arguments[0]) }
      self = intent
    }
  }

  private static let plain: [String: Intent] = [
    "cancel": .cancel,
    "dismiss": .dismiss,
    "is-prime": .isPrime,
    "load": .load,
    "nth-prime": .nthPrime,
    "quit": .quit,
    "remove-favorite": .removeFavorite,
    "save": .save,
    "save-favorite": .saveFavorite,
    "show-favorites": .showFavorites,
  ]

  private static func times(_ word: String, _ arguments: [String]) throws(IntentError) -> Int {
    guard let first = arguments.first else { return 1 }
    guard arguments.count == 1 else { throw .unexpectedArgument(word, arguments[1]) }
    guard let times = Int(first), (1...repeatLimit).contains(times) else { throw .badRepeatCount(word, first) }
    return times
  }

  private static func prime(_ word: String, _ arguments: [String]) throws(IntentError) -> Int {
    guard let first = arguments.first, let prime = Int(first) else { throw .missingPrime(word, arguments.first) }
    guard arguments.count == 1 else { throw .unexpectedArgument(word, arguments[1]) }
    return prime
  }
}
