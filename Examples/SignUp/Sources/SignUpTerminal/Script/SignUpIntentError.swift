import CounterpointTerminal
import SignUp

/// An error in a line of a script.
public enum SignUpIntentError: Error, Equatable, Sendable {
  /// There is no intent of this name.
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

/// The words that may have been meant, or else all that there are.
func advice(for word: String, among words: [String], called name: String) -> String {
  let near = nearestWords(to: word, among: words)
  return near.isEmpty
    ? "the \(name) are \(words.joined(separator: ", "))"
    : "did you mean \(near.map { "'\($0)'" }.joined(separator: " or "))?"
}
