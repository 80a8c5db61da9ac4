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
  case redo
  case removeFavorite
  case save
  case saveFavorite
  case showFavorites
  case undo
}

extension Intent {
  /// Whether the intent quits the program.
  public var endsScript: Bool { self == .quit }

  /// Whether the intent cancels a request.
  public var endsEffects: Bool { self == .cancel }

  /// The maximum number of repetitions of `increment` and `decrement` on one line.
  public static let repeatLimit = 1_000_000

  /// The first words of intents.
  static let words = [
    "cancel", "decrement", "delete-favorite", "dismiss", "increment", "is-prime", "load", "nth-prime", "quit", "redo",
    "remove-favorite", "save", "save-favorite", "show-favorites", "undo",
  ]

  /// Parses an intent.
  ///
  /// - Parameter text: A line of a script without its comment, as in `increment 7`.
  /// - Throws: ``IntentError`` with the correction.
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
    "redo": .redo,
    "remove-favorite": .removeFavorite,
    "save": .save,
    "save-favorite": .saveFavorite,
    "show-favorites": .showFavorites,
    "undo": .undo,
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

/// An error in a line of a script.
public enum IntentError: Error, Equatable, Sendable {
  /// The line is empty.
  case empty
  /// There is no such intent.
  case unknown(String, near: [String])
  /// The intent takes no such argument.
  case unexpectedArgument(String, String)
  /// A repeat count is not a number, or is out of range.
  case badRepeatCount(String, String)
  /// The intent needs a prime.
  case missingPrime(String, String?)
}

extension IntentError: CustomStringConvertible {
  /// The error and its correction, in one line.
  public var description: String {
    switch self {
    case .empty:
      "there is no intent on this line"
    case .unknown(let word, let near):
      near.isEmpty
        ? "unknown intent '\(word)'; the intents are \(Intent.words.joined(separator: ", "))"
        : "unknown intent '\(word)'; did you mean \(near.map { "'\($0)'" }.joined(separator: " or "))?"
    case .unexpectedArgument(let word, let argument):
      "'\(word)' does not take '\(argument)'"
    case .badRepeatCount(let word, let argument):
      "'\(word)' takes a repeat count from 1 to \(Intent.repeatLimit), not '\(argument)'"
    case .missingPrime(let word, let argument?):
      "'\(word)' takes the favorite to delete, a whole number from \(Int.min) to \(Int.max), not '\(argument)'"
    case .missingPrime(let word, nil):
      "'\(word)' takes the favorite to delete, as in '\(word) 7'"
    }
  }
}
