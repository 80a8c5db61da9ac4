/// Finds the types that a Swift source file declares.
struct DeclarationParser {
  private let file: String
  private let text: [UInt8]
  private let tokens: [SwiftToken]
  private var at = 0
  private(set) var types: [TypeDeclaration] = []
  /// The modules that the file imports, and whether each import is `@testable`.
  private(set) var imports: [String: Bool] = [:]

  /// The kind of code around a declaration.
  private struct Context {
    var path: [String] = []
    var visibilities: [Visibility] = []
    /// The access level of members without one.
    var level = AccessLevel.internal
    /// The lines of the innermost type or extension.
    var lines: ClosedRange<Int>?
    var function: ClosedRange<Int>?
    /// The index of the type; `nil` in an extension.
    var owner: Int?
  }

  /// - Parameters:
  ///   - text: The source.
  ///   - file: The path of the file.
  init(_ text: [UInt8], file: String) {
    self.file = file
    self.text = text
    tokens = SwiftTokenizer(text).tokens
    while at < tokens.count {
      parseMembers(of: Context())
      // A brace without an opening one.
      at += 1
    }
  }

  // MARK: - Tokens

  private var current: SwiftToken? { at < tokens.count ? tokens[at] : nil }
  private var word: String? { current.flatMap { $0.kind == .word ? $0.text : nil } }

  /// The text of a token; empty for literals, and beyond the ends of the file.
  private func text(_ offset: Int = 0) -> String {
    tokens.indices.contains(at + offset) ? tokens[at + offset].text : ""
  }

  private var beginsLine: Bool { at == 0 || at < tokens.count && tokens[at].line > tokens[at - 1].line }

  /// Skips a bracket with its contents.
  private mutating func skipBracket() {
    guard let closing = Self.closing[text()] else { return at += 1 }
    let isAngle = closing == ">"
    at += 1
    while at < tokens.count, text() != closing {
      // A comparison is not a bracket.
      if isAngle, ["{", "}", ")", ";"].contains(text()) { return }
      if Self.closing[text()] != nil, text() != "<" || isAngle { skipBracket() } else { at += 1 }
    }
    at += 1
  }

  private static let closing = ["(": ")", "[": "]", "{": "}", "<": ">"]

  private func index(ofClosing opening: Int) -> Int {
    var parser = self
    parser.at = opening
    parser.skipBracket()
    return max(opening, min(parser.at, tokens.count) - 1)
  }

  // MARK: - Members

  private struct Modifiers {
    var level: AccessLevel?
    var setterLevel: AccessLevel?
    var isStatic = false
    var isLazy = false
    var isTestable = false
    var attributes: [String] = []
  }

  private static let modifiers: Set = [
    "private", "fileprivate", "internal", "package", "public", "open", "static", "class", "final", "lazy", "weak",
    "unowned", "mutating", "nonmutating", "override", "convenience", "required", "indirect", "nonisolated", "dynamic",
    "prefix", "infix", "postfix", "borrowing", "consuming", "distributed", "optional",
  ]

  private mutating func readModifiers() -> Modifiers {
    var modifiers = Modifiers()
    while let token = current {
      if token.text == "@", token.kind == .symbol {
        at += 1
        var name = text()
        at += 1
        while text() == "." {
          name = text(1)
          at += 2
        }
        if text() == "<" { skipBracket() }
        if text() == "(", tokens[at].range.lowerBound == tokens[at - 1].range.upperBound { skipBracket() }
        modifiers.attributes.append(name)
        if name == "testable" { modifiers.isTestable = true }
        continue
      }
      guard token.kind == .word, Self.modifiers.contains(token.text) else { return modifiers }
      // A class is a type, and not a modifier, before its name.
      if token.text == "class", !["func", "var", "subscript"].contains(text(1)), !Self.modifiers.contains(text(1)) {
        return modifiers
      }
      at += 1
      var argument = ""
      if text() == "(" {
        argument = text(1)
        skipBracket()
      }
      if let level = AccessLevel(rawValue: token.text) {
        if argument == "set" { modifiers.setterLevel = level } else { modifiers.level = level }
      }
      if ["static", "class"].contains(token.text) { modifiers.isStatic = true }
      if token.text == "lazy" { modifiers.isLazy = true }
    }
    return modifiers
  }

  /// Parses declarations up to the end of the scope.
  private mutating func parseMembers(of context: Context) {
    while at < tokens.count {
      let start = at
      let modifiers = readModifiers()
      guard let token = current, token.text != "}" else { return }
      switch (token.kind, token.text) {
      case (.word, "struct"), (.word, "enum"), (.word, "class"), (.word, "actor"), (.word, "extension"),
        (.word, "protocol"):
        parseType(in: context, modifiers)
      case (.word, "var"), (.word, "let"):
        parseProperties(of: context, modifiers)
      case (.word, "case"):
        parseCases(of: context)
      case (.word, "init"):
        parseInitializer(of: context, modifiers)
      case (.word, "func"), (.word, "subscript"), (.word, "deinit"):
        at += 1
        skipToBody()
        parseBody(in: context)
      case (.word, "import"):
        parseImport(modifiers)
      case (.word, "#if"), (.word, "#elseif"):
        at += 1
        while at < tokens.count, !beginsLine { at += 1 }
      case (.symbol, "{"):
        parseBody(in: context)
      default:
        at += 1
      }
      if at == start { at += 1 }
    }
  }

  private mutating func parseImport(_ modifiers: Modifiers) {
    at += 1
    if ["struct", "class", "enum", "protocol", "typealias", "func", "var", "let", "actor"].contains(text()) { at += 1 }
    guard let module = word else { return }
    imports[module] = imports[module] ?? false || modifiers.isTestable
    at += 1
    while text() == "." { at += 2 }
  }

  private mutating func parseType(in context: Context, _ modifiers: Modifiers) {
    let kind = text()
    at += 1
    guard let first = word else { return }
    var names = [first]
    at += 1
    if text() == "<" { skipBracket() }
    while text() == "." {
      names.append(text(1))
      at += 2
    }
    while at < tokens.count, text() != "{" {
      // A type without a body is a mistake, or no declaration.
      if ["}", ";"].contains(text()) { return }
      at += 1
    }
    guard at < tokens.count else { return }
    let end = index(ofClosing: at)
    guard kind != "protocol" else {
      at = end + 1
      return
    }
    var inner = context
    inner.path = context.path + names
    inner.lines = tokens[at].line...max(tokens[at].line, tokens[end].line)
    inner.level = kind == "extension" ? modifiers.level ?? .internal : .internal
    inner.owner = nil
    if kind != "extension" {
      let level = modifiers.level ?? context.level
      inner.visibilities = context.visibilities + [Visibility(level: level, lines: context.lines)]
      inner.owner = types.count
      types.append(
        TypeDeclaration(
          path: inner.path,
          kind: kind,
          file: file,
          visibilities: inner.visibilities,
          function: context.function
        )
      )
    }
    at += 1
    parseMembers(of: inner)
    at = end + 1
  }

  // MARK: - Properties and cases

  private static let beginnings: Set = [
    "var", "let", "func", "init", "struct", "enum", "case", "typealias", "subscript", "extension", "deinit", "import",
    "associatedtype", "protocol", "actor", "#if", "#elseif", "#else", "#endif", "@",
  ]

  private var beginsDeclaration: Bool {
    beginsLine && (Self.beginnings.contains(text()) || Self.modifiers.contains(text()))
  }

  private mutating func parseProperties(of context: Context, _ modifiers: Modifiers) {
    let isConstant = text() == "let"
    at += 1
    repeat {
      guard let name = word else { return }
      at += 1
      var type = ""
      if text() == ":" {
        at += 1
        type = readType()
      }
      var initialValue: String?
      if text() == "=" {
        at += 1
        initialValue = readInitialValue()
      }
      var isComputed = false
      if text() == "{" {
        var body = self
        body.at += 1
        _ = body.readModifiers()
        isComputed = !["didSet", "willSet"].contains(body.text())
        parseBody(in: context)
      }
      guard !isComputed, !modifiers.isStatic, let owner = context.owner else { continue }
      let level = modifiers.level ?? context.level
      types[owner].properties.append(
        TypeDeclaration.Property(
          name: name,
          isConstant: isConstant,
          reading: Visibility(level: level, lines: context.lines),
          writing: Visibility(level: modifiers.setterLevel ?? level, lines: context.lines),
          initialValue: initialValue,
          attributes: modifiers.attributes,
          isLazy: modifiers.isLazy,
          type: type
        )
      )
    } while takeComma()
  }

  private mutating func takeComma() -> Bool {
    guard text() == "," else { return false }
    at += 1
    return true
  }

  private mutating func readType() -> String {
    let start = at
    while let token = current, !["=", "{", ",", "}", ";"].contains(token.text) {
      let goesOn = ["&", ".", "->", "?"].contains(token.text) || ["&", "->"].contains(text(-1))
      if at > start, beginsLine, !goesOn { break }
      if token.kind == .symbol, Self.closing[token.text] != nil { skipBracket() } else { at += 1 }
    }
    return source(start..<at)
  }

  private mutating func readInitialValue() -> String {
    let start = at
    while let token = current, !["}", ";"].contains(token.text) {
      if at > start, beginsDeclaration { break }
      if token.text == ",", [":", "=", ","].contains(text(2)) { break }
      if token.text == "{", ["didSet", "willSet"].contains(text(1)) { break }
      if token.kind == .symbol, ["(", "[", "{"].contains(token.text) { skipBracket() } else { at += 1 }
    }
    return source(start..<at)
  }

  private func source(_ range: Range<Int>) -> String {
    guard let first = range.first, let last = range.last, last < tokens.count else { return "" }
    return String(decoding: text[tokens[first].range.lowerBound..<tokens[last].range.upperBound], as: UTF8.self)
  }

  private mutating func parseCases(of context: Context) {
    at += 1
    repeat {
      guard let name = word else { return }
      at += 1
      if text() == "(" {
        // A pair of parentheses around the only parameter.
        let end = index(ofClosing: at)
        if text(1) == "(", index(ofClosing: at + 1) == end - 1, let owner = context.owner {
          types[owner].casesOfTuples.insert(name)
        }
        skipBracket()
      }
      if text() == "=" {
        at += 1
        _ = readInitialValue()
      }
    } while takeComma()
  }

  // MARK: - Functions

  private mutating func skipToBody() {
    while at < tokens.count, text() != "{" {
      if text() == "}" { return }
      if ["(", "["].contains(text()) { skipBracket() } else { at += 1 }
    }
  }

  /// Skips the body of a function, and parses the types in it.
  private mutating func parseBody(in context: Context) {
    guard text() == "{" else { return }
    let end = index(ofClosing: at)
    var inner = context
    inner.function = context.function ?? tokens[at].line...max(tokens[at].line, tokens[end].line)
    inner.level = .internal
    inner.owner = nil
    // The name of a local type contains those of the surrounding types only for some of the compiler's versions.
    if context.function == nil { inner.path = [] }
    at += 1
    while at < end {
      let isType = ["struct", "enum", "class", "actor"].contains(text()) && tokens[at].kind == .word && text(-1) != "."
      if isType, tokens[at + 1].kind == .word, ["{", ":", "<"].contains(text(2)) {
        parseType(in: inner, Modifiers())
      } else {
        at += 1
      }
    }
    at = end + 1
  }

  private mutating func parseInitializer(of context: Context, _ modifiers: Modifiers) {
    at += 1
    var isPlain = true
    if ["?", "!"].contains(text()) {
      isPlain = false
      at += 1
    }
    if text() == "<" { skipBracket() }
    guard text() == "(" else { return }
    let end = index(ofClosing: at)
    // The file can end before the closing parenthesis.
    guard end > at else { return at += 1 }
    let parameters = parameters(in: (at + 1)..<end)
    at = end + 1
    if text() != "{" { isPlain = false }
    skipToBody()
    defer { parseBody(in: context) }
    guard let owner = context.owner else {
      // An initializer in an extension leaves the memberwise one.
      return
    }
    types[owner].hasInitializers = true
    guard isPlain, let parameters else { return }
    types[owner].initializers.append(
      TypeDeclaration.Initializer(
        visibility: Visibility(level: modifiers.level ?? context.level, lines: context.lines),
        parameters: parameters,
        assignments: assignments
      )
    )
  }

  private func parameters(in range: Range<Int>) -> [TypeDeclaration.Initializer.Parameter]? {
    var parser = self
    parser.at = range.lowerBound
    var parameters: [TypeDeclaration.Initializer.Parameter] = []
    while parser.at < range.upperBound {
      _ = parser.readModifiers()
      guard let first = parser.word else { return nil }
      parser.at += 1
      let name = parser.word ?? first
      if parser.word != nil { parser.at += 1 }
      guard parser.text() == ":" else { return nil }
      parameters.append(.init(label: first == "_" ? nil : first, name: name))
      while parser.at < range.upperBound, parser.text() != "," {
        let isBracket = parser.tokens[parser.at].kind == .symbol && Self.closing[parser.text()] != nil
        if isBracket { parser.skipBracket() } else { parser.at += 1 }
      }
      parser.at += 1
    }
    return parameters
  }

  /// The assignments of parameters to properties in the body at this position; `nil` if it does anything else.
  private var assignments: [String: String]? {
    guard text() == "{" else { return nil }
    let end = index(ofClosing: at)
    var parser = self
    parser.at += 1
    var assignments: [String: String] = [:]
    while parser.at < end {
      if parser.text() == "self", parser.text(1) == "." { parser.at += 2 }
      guard let property = parser.word, parser.text(1) == "=", parser.at + 2 < end,
        parser.tokens[parser.at + 2].kind == .word
      else { return nil }
      assignments[property] = parser.text(2)
      parser.at += 3
      if parser.text() == ";" { parser.at += 1 } else if parser.at < end, !parser.beginsLine { return nil }
      if parser.at < end, parser.tokens[parser.at].kind != .word { return nil }
    }
    return assignments
  }
}
