@_spi(Internals) import CounterpointSupport
import Foundation

/// The source of a call in a test, for messages that quote it.
///
/// On Linux, the name of a case can't be determined from a key path, nor an expression from its value. If the source
/// is not available, because the test runs on another machine, the messages omit it.
struct CallSource {
  /// An argument of the call, with its label.
  struct Argument: Equatable {
    let label: String?
    let text: String
  }

  /// The arguments in parentheses.
  private(set) var arguments: [Argument] = []
  /// The trailing closures, including their braces.
  private(set) var closures: [Argument] = []

  /// Reads a call from its source file; fails if there is no such call.
  ///
  /// - Parameters:
  ///   - function: The name of the function.
  ///   - location: The source location of the call.
  init?(of function: String, at location: SourceLocation) {
    guard let source = try? String(contentsOfFile: "\(location.filePath)", encoding: .utf8) else { return nil }
    self.init(of: function, inLine: Int(location.line), column: Int(location.column), of: source)
  }

  /// Reads a call from a text; fails if there is no such call.
  ///
  /// - Parameters:
  ///   - function: The name of the function.
  ///   - source: The text.
  init?(of function: String, inLine line: Int, column: Int, of source: String) {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(line - 1)
    guard let first = lines.first else { return nil }
    let calls = first.ranges(of: "\(function)(").filter { range in
      range.lowerBound == first.startIndex || !first[first.index(before: range.lowerBound)].isWordCharacter
    }
    let before = calls.last { first.distance(from: first.startIndex, to: $0.lowerBound) < column }
    guard let call = before ?? calls.first else { return nil }
    var scanner = SwiftScanner(source[call.upperBound...])
    guard let arguments = scanner.arguments() else { return nil }
    self.arguments = arguments
    closures = scanner.trailingClosures()
  }

  /// Returns the argument with a label, or `nil` if there is none.
  func argument(_ label: String) -> String? {
    arguments.first { $0.label == label }?.text
  }
}

extension CallSource {
  /// Returns the call as one that creates a test store.
  ///
  /// - Parameter labels: The labels of the closures that both calls have, of which the first is the first trailing
  ///   closure of a test store.
  func creatingStore(closures labels: [String]) -> Self {
    var call = self
    call.arguments = arguments.prefix(1).map { Argument(label: "initialState", text: $0.text) }
    call.closures = labels.compactMap { label in
      closures.first { $0.label == label }.map { Argument(label: label == labels.first ? nil : label, text: $0.text) }
    }
    return call
  }
}

/// A scanner that finds the ends of expressions in Swift source.
struct SwiftScanner {
  private let text: Substring
  private var at: Substring.Index

  init(_ text: Substring) {
    self.text = text
    at = text.startIndex
  }

  /// Reads the arguments of a call up to the closing parenthesis, or returns `nil` if there is none.
  mutating func arguments() -> [CallSource.Argument]? {
    var arguments: [CallSource.Argument] = []
    while true {
      let start = at
      guard skip(to: ",)") else { return nil }
      let argument = String(text[start..<at]).trimmingCharacters(in: .whitespacesAndNewlines)
      if !argument.isEmpty { arguments.append(labeled(argument)) }
      let isLast = text[at] == ")"
      advance()
      if isLast { return arguments }
    }
  }

  /// Reads the trailing closures.
  mutating func trailingClosures() -> [CallSource.Argument] {
    var closures: [CallSource.Argument] = []
    while true {
      let rest = text[at...].drop(while: \.isWhitespace)
      let label = rest.prefixMatch(of: /([A-Za-z_]\w*)\s*:\s*(?=\{)/)
      // Only the first trailing closure has no label.
      guard closures.isEmpty == (label == nil), label != nil || rest.first == "{" else { return closures }
      let start = label?.range.upperBound ?? rest.startIndex
      at = start
      advance()
      guard skip(to: "}") else { return closures }
      advance()
      closures.append(CallSource.Argument(label: label.map { String($0.output.1) }, text: String(text[start..<at])))
    }
  }

  private func labeled(_ argument: String) -> CallSource.Argument {
    guard let match = argument.prefixMatch(of: /([A-Za-z_]\w*)\s*:\s*/) else {
      return CallSource.Argument(label: nil, text: argument)
    }
    return CallSource.Argument(label: String(match.output.1), text: String(argument[match.range.upperBound...]))
  }

  private mutating func advance() {
    at = text.index(after: at)
  }

  private mutating func advance(past end: String) {
    at = text[at...].range(of: end)?.upperBound ?? text.endIndex
  }

  /// Advances to the next occurrence of one of some characters outside of brackets, literals and comments.
  ///
  /// - Returns: `false` if there is none.
  private mutating func skip(to ends: String) -> Bool {
    while at < text.endIndex {
      let character = text[at]
      if ends.contains(character) { return true }
      if let closing = ["(": ")", "[": "]", "{": "}"][character] {
        advance()
        guard skip(to: closing) else { return false }
        advance()
      } else if text[at...].hasPrefix("//") {
        advance(past: "\n")
      } else if text[at...].hasPrefix("/*") {
        advance(past: "*/")
      } else if let (pounds, quote) = literalOpening {
        at = text.index(at, offsetBy: pounds.count + quote.count)
        skipLiteral(pounds: pounds, quote: quote)
      } else {
        guard !")]}".contains(character) else { return false }
        advance()
      }
    }
    return false
  }

  /// The opening delimiter of a string literal; `nil` if there is no literal at this position.
  private var literalOpening: (pounds: String, quote: String)? {
    let pounds = text[at...].prefix { $0 == "#" }
    let rest = text[pounds.endIndex...]
    guard rest.first == "\"" else { return nil }
    return (String(pounds), rest.hasPrefix("\"\"\"") ? "\"\"\"" : "\"")
  }

  private mutating func skipLiteral(pounds: String, quote: String) {
    let (end, escape) = (quote + pounds, "\\" + pounds)
    while at < text.endIndex, !text[at...].hasPrefix(end) {
      guard text[at...].hasPrefix(escape) else {
        advance()
        continue
      }
      at = text.index(at, offsetBy: escape.count)
      guard at < text.endIndex else { return }
      let isInterpolation = text[at] == "("
      advance()
      if isInterpolation, skip(to: ")") { advance() }
    }
    if at < text.endIndex { at = text.index(at, offsetBy: end.count) }
  }
}

extension Character {
  /// Whether the character can be a part of an identifier.
  fileprivate var isWordCharacter: Bool { isLetter || isNumber || self == "_" }
}
