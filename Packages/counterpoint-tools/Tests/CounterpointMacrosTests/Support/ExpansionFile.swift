/// A data file of the expansion tests: cases on one topic.
///
/// The file begins with a description. Each line `=== name` begins a case, each line `--- Section` a section of it.
/// Lines between the name and the first section are a comment. Empty lines around a section don't belong to it.
///
///     === not an enum
///     Why the macro refuses it.
///
///     --- Input
///     @CasePathable
///     struct Action {}
///
///     --- Expansion
///     struct Action {}
///
///     --- Diagnostics
///     2:1 error: '@CasePathable' cannot be applied to struct type 'Action'
///       highlight: struct
struct ExpansionFile: Equatable {
  /// The topic of the cases.
  var description: String
  var cases: [ExpansionCase]

  /// The whole text of the file.
  var text: String {
    ([description].filter { !$0.isEmpty } + cases.map(\.text)).joined(separator: "\n\n") + "\n"
  }
}

/// A source, and the expected result of expanding its macros.
struct ExpansionCase: Equatable, Sendable {
  /// The parts of a case, in the order of the file.
  enum Section: String, CaseIterable {
    /// The source of a user.
    case input = "Input"
    /// The whole source after the expansion.
    case expansion = "Expansion"
    /// The errors and warnings, each with its position and details. Without this section there must be none.
    case diagnostics = "Diagnostics"
    /// The source after applying the fix-its. Without this section there must be no fix-its.
    case fixedSource = "Fixed"
  }

  /// The name, which is unique in the file.
  let name: String
  /// The reason for the expectation, or more about the input.
  var comment = ""
  var sections: [Section: String] = [:]
  /// The line of the name, from 1.
  let line: Int
  /// The lines of the sections, from 1.
  var lines: [Section: Int] = [:]

  fileprivate var text: String {
    let title = comment.isEmpty ? "=== \(name)" : "=== \(name)\n\(comment)"
    let parts = Section.allCases.compactMap { section in
      sections[section].map { "--- \(section.rawValue)\n\($0)" }
    }
    return ([title] + parts).joined(separator: "\n\n")
  }
}

/// A mistake in a data file.
struct ExpansionFileError: Error, Equatable, CustomStringConvertible {
  var file = ""
  var line: Int?
  let message: String

  var description: String {
    "\(file)\(line.map { ":\($0)" } ?? ""): \(message)"
  }
}

extension ExpansionFile {
  /// Reads the text of a file. A case may have no expansion, because one can record it.
  init(_ text: String) throws(ExpansionFileError) {
    var parser = ExpansionParser()
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      parser.line = index + 1
      try parser.read(line)
    }
    self = try parser.file()
  }
}

/// Reads a data file line by line.
private struct ExpansionParser {
  var line = 0
  private var description = ""
  private var cases: [ExpansionCase] = []
  private var section: ExpansionCase.Section?
  /// The lines since the last name or section.
  private var content: [Substring] = []

  mutating func read(_ text: Substring) throws(ExpansionFileError) {
    if text.hasPrefix("===") {
      try endCase()
      try beginCase(named: text.dropFirst(3))
    } else if text.hasPrefix("---") {
      try endSection()
      try beginSection(named: text.dropFirst(3))
    } else {
      content.append(text)
    }
  }

  mutating func file() throws(ExpansionFileError) -> ExpansionFile {
    try endCase()
    guard !cases.isEmpty else { throw error("The file has no case. A line '=== name' begins one.", at: nil) }
    return ExpansionFile(description: description, cases: cases)
  }

  private mutating func beginCase(named text: Substring) throws(ExpansionFileError) {
    let name = text.drop { $0 == " " }
    guard !name.isEmpty, text.hasPrefix(" ") else { throw error("The case needs a name: '=== name'.") }
    if let other = cases.first(where: { $0.name == name }) {
      throw error("The name '\(name)' belongs to the case in line \(other.line) already.")
    }
    cases.append(ExpansionCase(name: String(name), line: line))
    section = nil
  }

  private mutating func beginSection(named text: Substring) throws(ExpansionFileError) {
    guard text.hasPrefix(" "), let new = ExpansionCase.Section(rawValue: String(text.dropFirst())) else {
      let names = ExpansionCase.Section.allCases.map { "'--- \($0.rawValue)'" }.joined(separator: ", ")
      throw error("The section '---\(text)' is unknown. The sections are \(names).")
    }
    guard !cases.isEmpty else { throw error("The section '\(new.rawValue)' is outside a case.") }
    let order = ExpansionCase.Section.allCases
    if let section, order.firstIndex(of: new)! <= order.firstIndex(of: section)! {
      throw error("The section '\(new.rawValue)' can't follow '\(section.rawValue)'.")
    }
    section = new
    cases[cases.endIndex - 1].lines[new] = line
  }

  /// Ends the section, the comment or the description before this line.
  private mutating func endSection() throws(ExpansionFileError) {
    let text = content.joined(separator: "\n").trimmingNewlines
    content = []
    if cases.isEmpty {
      description = text
    } else if let section {
      guard !text.isEmpty else {
        throw error("The section '\(section.rawValue)' is empty.", at: cases[cases.endIndex - 1].lines[section])
      }
      cases[cases.endIndex - 1].sections[section] = text
    } else {
      cases[cases.endIndex - 1].comment = text
    }
  }

  private mutating func endCase() throws(ExpansionFileError) {
    try endSection()
    if let last = cases.last, last.sections[.input] == nil {
      throw error("The case '\(last.name)' has no section '--- Input'.", at: last.line)
    }
  }

  private func error(_ message: String) -> ExpansionFileError { error(message, at: line) }

  private func error(_ message: String, at line: Int?) -> ExpansionFileError {
    ExpansionFileError(line: line, message: message)
  }
}

extension StringProtocol {
  /// The text without the empty lines at its beginning and its end.
  var trimmingNewlines: String {
    let text = drop(while: \.isNewline)
    guard let end = text.lastIndex(where: { !$0.isNewline }) else { return "" }
    return String(text[...end])
  }
}
