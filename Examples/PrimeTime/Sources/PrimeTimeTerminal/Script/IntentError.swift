/// An error in a line of a script.
public enum IntentError: Error, Equatable, Sendable {
  /// There is nothing on the line.
  case empty
  /// There is no intent of this name.
  case unknown(String, near: [String])
  /// The intent takes no such argument.
  case unexpectedArgument(String, String)
  /// A repeat count is no number, or out of its limits.
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
