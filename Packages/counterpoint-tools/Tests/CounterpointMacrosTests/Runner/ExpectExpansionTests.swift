import Foundation
import Testing

/// The comparison of a case: each kind of difference fails, with a text that says how to accept it.
@Suite final class ExpectExpansionTests {
  private let folder = FileManager.default.temporaryDirectory.appending(component: "Expansions-\(UUID())")
  private var file: URL { folder.appending(component: "Entries.txt") }

  /// An input with a diagnostic and a fix-it, and its expectation.
  private let text = """
    === a constant

    --- Input
    extension DependencyValues {
      @DependencyEntry let count = 0
    }

    --- Expansion
    extension DependencyValues {
      let count = 0
    }

    --- Diagnostics
    2:20 error: '@DependencyEntry' can only be applied to a 'var'
      highlight: let
      fix-it: Replace 'let' with 'var'

    --- Fixed
    extension DependencyValues {
      @DependencyEntry var count = 0
    }

    """

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Compares the cases of a file with this text, and returns the messages of the failures.
  private func failures(of text: String, isRecording: Bool = false) throws -> [String] {
    try Data(text.utf8).write(to: file)
    return try ExpansionFolder(url: folder).cases().flatMap { try $0.failures(isRecording: isRecording) }.map(\.message)
  }

  @Test func noDifference() throws {
    #expect(try failures(of: text) == [])
  }

  @Test func anotherExpansion() throws {
    #expect(
      try failures(of: text.replacing("  let count = 0\n}\n\n--- D", with: "  let number = 0\n}\n\n--- D")) == [
        """
        \(folder.lastPathComponent)/Entries.txt, 'a constant'
        The section '--- Expansion' differs (- is the file, + is the result):
          extension DependencyValues {
        -   let number = 0
        +   let count = 0
          }
        If the result is correct, run Scripts/record-expansions, and review 'git diff'.
        """
      ]
    )
  }

  @Test(arguments: [
    ("2:20 error", "2:21 error"), ("2:20 error", "3:20 error"), ("2:20 error", "2:20 warning"), ("only be", "be"),
    ("highlight: let", "highlight: var"), ("  highlight: let\n", ""), ("fix-it: Replace", "fix-it: Put"),
    ("  fix-it: Replace 'let' with 'var'\n", ""), ("error: ", "error: a\n2:20 error: "),
  ])
  func anotherDiagnostic(old: String, new: String) throws {
    let failures = try failures(of: text.replacing(old, with: new))
    #expect(failures.count == 1)
    #expect(
      failures.first?.contains("\nThe section '--- Diagnostics' differs (- is the file, + is the result)") == true
    )
  }

  @Test func anotherFixedSource() throws {
    let failures = try failures(of: text.replacing("var count", with: "var  count"))
    #expect(failures.count == 1)
    let change = "-   @DependencyEntry var  count = 0\n+   @DependencyEntry var count = 0\n"
    #expect(failures.first?.contains(change) == true)
  }

  @Test func missingSections() throws {
    let input = try #require(text.firstRange(of: "\n\n--- Expansion"))
    let failures = try failures(of: String(text[..<input.lowerBound]))
    #expect(failures.count == 3)
    for (failure, section) in zip(failures, ["Expansion", "Diagnostics", "Fixed"]) {
      #expect(failure.contains("\nThe section '--- \(section)' is missing (+ is the result):\n+ "))
    }
  }

  @Test func sectionsTooMany() throws {
    let failures = try failures(
      of: "=== a\n--- Input\nlet a = 0\n--- Expansion\nlet a = 0\n--- Diagnostics\n1:1 error: No\n--- Fixed\nvar a = 0"
    )
    #expect(failures.count == 2)
    for (failure, section) in zip(failures, ["Diagnostics", "Fixed"]) {
      #expect(failure.contains("\nThe section '--- \(section)' should be removed (- is the file):\n- "))
    }
  }

  @Test func syntaxErrors() throws {
    let failures = try failures(of: "=== a\n--- Input\nlet = 0\n--- Expansion\nlet = 0", isRecording: true)
    #expect(failures.count == 1)
    #expect(failures.first?.contains("\nThe expansion has syntax errors. They can't be recorded.\n") == true)
  }

  /// A recorded run fails, and the next one passes.
  @Test func recording() throws {
    let input = try #require(text.firstRange(of: "\n\n--- Expansion"))
    let other = "\n=== another\nIts reason.\n\n--- Input\nlet a = 0\n\n--- Expansion\nlet a = 0\n"
    let recorded = try failures(of: String(text[..<input.lowerBound]) + "\n" + other, isRecording: true)
    #expect(recorded.count == 3)
    for failure in recorded {
      #expect(failure.hasSuffix("\nThe file contains the result now. Review 'git diff', then run the test again."))
    }
    let result = try String(contentsOf: file, encoding: .utf8)
    #expect(result == text + other)
    #expect(try failures(of: result) == [])
  }

  /// A line of the result that looks like the beginning of a section would change what the file says.
  @Test(arguments: ["--- Fixed", "=== b"])
  func recordingALineOfTheFormat(line: String) throws {
    let text = "=== a\n\n--- Input\nx\n"
    try Data(text.utf8).write(to: file)
    let input = "let a = \"\"\"\n\(line)\n\"\"\""
    let expansion = ExpansionArgument(
      file: file,
      expected: ExpansionCase(name: "a", sections: [.input: input], line: 1)
    )
    let error = #expect(throws: ExpansionFileError.self) { try expansion.failures(isRecording: true) }
    #expect(error?.message.hasPrefix("The result can't be recorded") == true)
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }

  /// An issue is at the line of the section in the data file.
  @Test func issue() throws {
    try Data(text.replacing("2:20", with: "2:21").utf8).write(to: file)
    let expansion = try #require(try ExpansionFolder(url: folder).cases().first)
    try withKnownIssue {
      try expectExpansion(expansion)
    } matching: { issue in
      issue.sourceLocation?.line == 13 && issue.sourceLocation?.fileID == "CounterpointMacrosTests/Entries.txt"
        && issue.comments.first?.rawValue.contains("'a constant'\nThe section '--- Diagnostics' differs") == true
    }
  }

  @Test func missingFolder() {
    let missing = folder.appending(component: "Missing")
    #expect(throws: ExpansionFileError(file: missing.path, message: "The folder doesn't exist.")) {
      try ExpansionFolder(url: missing).cases()
    }
  }

  @Test func emptyFolder() {
    #expect(throws: ExpansionFileError(file: folder.path, message: "The folder is empty.")) {
      try ExpansionFolder(url: folder).cases()
    }
  }

  @Test func fileOfAnotherKind() throws {
    let other = folder.appending(component: "Entries.swift")
    try Data(text.utf8).write(to: other)
    #expect(throws: ExpansionFileError(file: other.path, message: "The name of a data file ends with '.txt'.")) {
      try ExpansionFolder(url: folder).cases()
    }
  }

  @Test func unreadableFile() throws {
    try Data([0xFF]).write(to: file)
    #expect(throws: ExpansionFileError(file: file.path, message: "The file can't be read as UTF-8.")) {
      try ExpansionFolder(url: folder).cases()
    }
  }

  /// The error names the file and the line.
  @Test func mistakeInAFile() throws {
    try Data((text + "--- Fxied\nx\n").utf8).write(to: file)
    let error = #expect(throws: ExpansionFileError.self) { try ExpansionFolder(url: folder).cases() }
    #expect(error?.description.hasPrefix("\(file.path):22: The section '--- Fxied' is unknown.") == true)
  }
}
