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
  case start
  case submit
  case toggle(field: String)
}

extension SignUpIntent {
  /// The words that intents begin with.
  static let words = ["back", "cancel", "choose", "edit", "enter", "next", "quit", "start", "submit", "toggle"]

  /// Whether it quits.
  public var endsScript: Bool { self == .quit }

  /// Reads an intent.
  ///
  /// - Parameter text: A line of a script without its comment, as in `enter email blob@example.org`.
  /// - Throws: ``SignUpIntentError`` that says what is wrong and what would be right.
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

  /// The first word, and what follows it.
  private static func split(_ text: String) -> (word: String, rest: String) {
    let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
    return (parts.first ?? "", parts.dropFirst().first ?? "")
  }
}
