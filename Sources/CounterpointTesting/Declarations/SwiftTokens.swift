/// A token of Swift source.
struct SwiftToken {
  enum Kind {
    /// An identifier, a keyword, or a directive such as `#if`.
    case word
    /// A string, a number or a regular expression.
    case literal
    /// One character of punctuation or of an operator, or an arrow.
    case symbol
  }

  let kind: Kind
  /// The text, without the backticks of an identifier. Empty for literals.
  let text: String
  let line: Int
  /// The position in the UTF-8 text.
  let range: Range<Int>
}

/// Splits Swift source into tokens, without comments.
///
/// The test process has no parser of Swift, and declarations need only names, brackets and the ends of literals.
struct SwiftTokenizer {
  private let text: [UInt8]
  private var at = 0
  private var line = 1
  private(set) var tokens: [SwiftToken] = []

  init(_ text: [UInt8]) {
    self.text = text
    while at < text.count { readNext() }
  }

  private func byte(_ offset: Int = 0) -> UInt8? { at + offset < text.count ? text[at + offset] : nil }

  private func has(_ other: String) -> Bool { text[at...].starts(with: other.utf8) }

  private mutating func advance() {
    if text[at] == UInt8(ascii: "\n") { line += 1 }
    at += 1
  }

  private mutating func append(_ kind: SwiftToken.Kind, from start: Int, atLine first: Int, text name: String = "") {
    tokens.append(SwiftToken(kind: kind, text: name, line: first, range: start..<at))
  }

  private mutating func readNext() {
    let (start, first) = (at, line)
    switch text[at] {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
      advance()
    case UInt8(ascii: "/") where has("//"):
      while let byte = byte(), byte != UInt8(ascii: "\n") { at += 1 }
    case UInt8(ascii: "/") where has("/*"):
      skipBlockComment()
    case UInt8(ascii: "\""):
      skipString(pounds: 0)
      append(.literal, from: start, atLine: first)
    case UInt8(ascii: "#"):
      readPound()
    case UInt8(ascii: "/") where beginsRegex:
      skipRegex()
      append(.literal, from: start, atLine: first)
    case UInt8(ascii: "`"):
      at += 1
      while let byte = byte(), byte != UInt8(ascii: "`") { advance() }
      let name = String(decoding: text[(start + 1)..<at], as: UTF8.self)
      if at < text.count { at += 1 }
      append(.word, from: start, atLine: first, text: name)
    case let byte where Self.isDigit(byte):
      while let byte = self.byte(), Self.isWord(byte) || isPointOfNumber(byte) { at += 1 }
      append(.literal, from: start, atLine: first)
    case let byte where Self.isWord(byte):
      readWord(from: start)
    case UInt8(ascii: "-") where has("->"):
      at += 2
      append(.symbol, from: start, atLine: first, text: "->")
    case let byte:
      at += 1
      append(.symbol, from: start, atLine: first, text: String(UnicodeScalar(byte)))
    }
  }

  private mutating func readWord(from start: Int) {
    while let byte = byte(), Self.isWord(byte) { at += 1 }
    append(.word, from: start, atLine: line, text: String(decoding: text[start..<at], as: UTF8.self))
  }

  /// Reads a raw string, an extended regular expression, or a directive.
  private mutating func readPound() {
    let (start, first) = (at, line)
    var pounds = 0
    while byte(pounds) == UInt8(ascii: "#") { pounds += 1 }
    switch byte(pounds) {
    case UInt8(ascii: "\""):
      at += pounds
      skipString(pounds: pounds)
      append(.literal, from: start, atLine: first)
    case UInt8(ascii: "/"):
      at += pounds + 1
      while at < text.count, !(text[at] == UInt8(ascii: "/") && hasPounds(pounds, after: 1)) { advance() }
      at = min(text.count, at + 1 + pounds)
      append(.literal, from: start, atLine: first)
    default:
      at += 1
      readWord(from: start)
    }
  }

  private func hasPounds(_ count: Int, after offset: Int) -> Bool {
    (0..<count).allSatisfy { byte(offset + $0) == UInt8(ascii: "#") }
  }

  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      if has("/*") {
        depth += 1
        at += 2
      } else if has("*/") {
        depth -= 1
        at += 2
      } else {
        advance()
      }
    } while depth > 0 && at < text.count
  }

  /// Skips a string from its opening quote on.
  private mutating func skipString(pounds: Int) {
    let isMultiline = has("\"\"\"")
    at += isMultiline ? 3 : 1
    while at < text.count {
      if has("\""), !isMultiline || has("\"\"\""), hasPounds(pounds, after: isMultiline ? 3 : 1) {
        at += (isMultiline ? 3 : 1) + pounds
        return
      }
      if text[at] == UInt8(ascii: "\\"), hasPounds(pounds, after: 1) {
        at += 1 + pounds
        if byte() == UInt8(ascii: "(") { skipInterpolation() } else if at < text.count { advance() }
      } else {
        // A string of one line that doesn't end there is broken source.
        if !isMultiline, text[at] == UInt8(ascii: "\n") { return }
        advance()
      }
    }
  }

  private mutating func skipInterpolation() {
    let count = tokens.count
    var depth = 0
    repeat {
      guard at < text.count else { break }
      if text[at] == UInt8(ascii: "(") { depth += 1 }
      if text[at] == UInt8(ascii: ")") { depth -= 1 }
      readNext()
    } while depth > 0
    tokens.removeLast(tokens.count - count)
  }

  /// Whether the slash at this position begins a regular expression: an operand is expected, and the expression ends
  /// in this line.
  private var beginsRegex: Bool {
    if let last = tokens.last {
      guard last.kind == .symbol ? !")]}>".contains(last.text) : ["return", "in", "case", "else"].contains(last.text)
      else { return false }
    }
    guard let next = byte(1), ![UInt8(ascii: " "), UInt8(ascii: "="), UInt8(ascii: "\n")].contains(next) else {
      return false
    }
    return text[(at + 1)...].prefix { $0 != UInt8(ascii: "\n") }.contains(UInt8(ascii: "/"))
  }

  private mutating func skipRegex() {
    at += 1
    while let byte = byte(), byte != UInt8(ascii: "/"), byte != UInt8(ascii: "\n") {
      at += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    at = min(text.count, at + 1)
  }

  private func isPointOfNumber(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") && self.byte(1).map(Self.isDigit) ?? false
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: "$"), 0x80...:
      true
    default:
      isDigit(byte)
    }
  }
}
