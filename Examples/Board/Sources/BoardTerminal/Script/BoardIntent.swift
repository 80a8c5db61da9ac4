public import Board
public import CounterpointTerminal

/// A user's intent on the board, as a line of a script.
public enum BoardIntent: ScriptIntent {
  case add(title: String)
  case delete
  case move(CardDirection)
  case quit
  case rename(title: String)
  case search(String)
  case select(title: String)
  case undo
}

extension BoardIntent {
  /// The first words of intents.
  static let words = ["add", "delete", "move", "quit", "rename", "search", "select", "undo"]

  /// Whether the intent quits the program.
  public var endsScript: Bool { self == .quit }

  /// Parses an intent.
  ///
  /// - Parameter text: A line of a script without its comment, as in `move right`.
  /// - Throws: ``BoardIntentError`` with the correction.
  public init(_ text: String) throws(BoardIntentError) {
    let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
    let (word, rest) = (parts.first ?? "", parts.dropFirst().first ?? "")
    switch word {
    case "add", "rename", "select":
      guard !rest.isEmpty else { throw .missing(word, "the title of a card", "\(word) Milk") }
      self = word == "add" ? .add(title: rest) : word == "rename" ? .rename(title: rest) : .select(title: rest)
    case "move":
      guard let direction = CardDirection(rawValue: rest) else {
        throw .missing(word, "left, right, up or down", "move right")
      }
      self = .move(direction)
    case "search":
      self = .search(rest)
    case "delete", "quit", "undo":
      guard rest.isEmpty else { throw .unexpectedArgument(word, rest) }
      self = word == "delete" ? .delete : word == "quit" ? .quit : .undo
    default:
      throw .unknown(word)
    }
  }
}

/// An error in a line of a script.
public enum BoardIntentError: Error, Equatable, Sendable {
  /// There is no such intent.
  case unknown(String)
  /// The intent takes no such argument.
  case unexpectedArgument(String, String)
  /// The intent needs an argument.
  case missing(String, String, String)
}

extension BoardIntentError: CustomStringConvertible {
  /// The error and its correction, in one line.
  public var description: String {
    switch self {
    case .unknown(let word):
      let near = nearestWords(to: word, among: BoardIntent.words)
      return near.isEmpty
        ? "unknown intent '\(word)'; the intents are \(BoardIntent.words.joined(separator: ", "))"
        : "unknown intent '\(word)'; did you mean \(near.map { "'\($0)'" }.joined(separator: " or "))?"
    case .unexpectedArgument(let word, let argument):
      return "'\(word)' does not take '\(argument)'"
    case .missing(let word, let argument, let example):
      return "'\(word)' takes \(argument), as in '\(example)'"
    }
  }
}
