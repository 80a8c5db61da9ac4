public import CounterpointTerminal
public import SignUp

/// A user's intent while signing up, as a line of a script.
public enum SignUpIntent: ScriptIntent {
  case back
  case cancel
  case choose(button: String)
  case edit(SummaryPart)
  case enter(field: String, text: String)
  case next
  case quit
  case remove(field: String)
  case start
  case submit
  case toggle(field: String)
}

extension SignUpIntent {
  /// The first words of intents.
  static let words = [
    "back", "cancel", "choose", "edit", "enter", "next", "quit", "remove", "start", "submit", "toggle",
  ]

  /// Whether the intent quits the program.
  public var endsScript: Bool { self == .quit }

  /// Parses an intent.
  ///
  /// - Parameter text: A line of a script without its comment, as in `enter email blob@example.org`.
  /// - Throws: ``SignUpIntentError`` with the correction.
  public init(_ text: String) throws(SignUpIntentError) {
    let (word, rest) = Self.split(text)
    switch word {
    case "choose":
      guard !rest.isEmpty else { throw .missing(word, "a button", "choose Keep going") }
      self = .choose(button: rest)
    case "edit":
      guard !rest.isEmpty else { throw .missing(word, "a part of the summary", "edit topics") }
      guard let part = SummaryPart(rawValue: rest) else { throw .noPart(rest) }
      self = .edit(part)
    case "enter":
      let (field, text) = Self.split(rest)
      guard !field.isEmpty else { throw .missing(word, "a field and its text", "enter name Blob") }
      self = .enter(field: field, text: text)
    case "remove":
      guard !rest.isEmpty else { throw .missing(word, "a field", "remove picture") }
      self = .remove(field: rest)
    case "toggle":
      guard !rest.isEmpty else { throw .missing(word, "a topic", "toggle music") }
      self = .toggle(field: rest)
    default:
      guard let intent = Self.plain[word] else { throw .unknown(word) }
      guard rest.isEmpty else { throw .unexpectedArgument(word, rest) }
      self = intent
    }
  }

  private static let plain: [String: SignUpIntent] = [
    "back": .back, "cancel": .cancel, "next": .next, "quit": .quit, "start": .start, "submit": .submit,
  ]

  /// Returns the first word and the rest.
  private static func split(_ text: String) -> (word: String, rest: String) {
    let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
    return (parts.first ?? "", parts.dropFirst().first ?? "")
  }
}

/// An error in a line of a script.
public enum SignUpIntentError: Error, Equatable, Sendable {
  /// There is no such intent.
  case unknown(String)
  /// The intent takes no argument.
  case unexpectedArgument(String, String)
  /// The intent needs an argument.
  case missing(String, String, String)
  /// The summary has no such part.
  case noPart(String)
}

extension SignUpIntentError: CustomStringConvertible {
  /// The error and its correction, in one line.
  public var description: String {
    switch self {
    case .unknown(let word):
      "unknown intent '\(word)'; \(advice(for: word, among: SignUpIntent.words, called: "intents"))"
    case .unexpectedArgument(let word, let argument):
      "'\(word)' does not take '\(argument)'"
    case .missing(let word, let argument, let example):
      "'\(word)' takes \(argument), as in '\(example)'"
    case .noPart(let part):
      "'edit' takes a part of the summary, not '\(part)'; "
        + advice(for: part, among: SummaryPart.allCases.map(\.rawValue), called: "parts")
    }
  }
}

/// Returns the nearest words, or else all words, as advice.
func advice(for word: String, among words: [String], called name: String) -> String {
  let near = nearestWords(to: word, among: words)
  return near.isEmpty
    ? "the \(name) are \(words.joined(separator: ", "))"
    : "did you mean \(near.map { "'\($0)'" }.joined(separator: " or "))?"
}
