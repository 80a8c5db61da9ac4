import Testing

/// The format of the data files: a mistake must not pass as a case, or as a part of one.
@Suite struct ExpansionFileTests {
  private let text = """
    About the cases.

    === first
    A reason,
    in two lines.

    --- Input
    @A struct B {

    }

    --- Expansion
    struct B {

    }

    === second

    --- Input
    a

    --- Expansion
    b

    --- Diagnostics
    1:1 error: No
      highlight: a
      fix-it: Yes

    --- Fixed
    c

    """

  @Test func parts() throws {
    let file = try ExpansionFile(text)
    #expect(file.description == "About the cases.")
    #expect(file.cases.map(\.name) == ["first", "second"])
    #expect(file.cases.map(\.line) == [3, 17])
    #expect(file.cases.map(\.comment) == ["A reason,\nin two lines.", ""])
    #expect(file.cases[0].sections == [.input: "@A struct B {\n\n}", .expansion: "struct B {\n\n}"])
    #expect(
      file.cases[1].sections == [
        .input: "a", .expansion: "b", .diagnostics: "1:1 error: No\n  highlight: a\n  fix-it: Yes", .fixedSource: "c",
      ]
    )
    #expect(file.cases[1].lines == [.input: 19, .expansion: 22, .diagnostics: 25, .fixedSource: 30])
  }

  @Test func writing() throws {
    #expect(try ExpansionFile(text).text == text)
  }

  @Test func emptyLinesAroundASection() throws {
    let file = try ExpansionFile("\n\n=== a\n--- Input\n\n  x  \n\n\n--- Expansion\ny")
    #expect(file.text == "=== a\n\n--- Input\n  x  \n\n--- Expansion\ny\n")
  }

  /// The recorder adds it.
  @Test func noExpansion() throws {
    #expect(try ExpansionFile("=== a\n--- Input\nx").cases[0].sections == [.input: "x"])
  }

  private static let mistakes: [(text: String, line: Int?, message: String)] = [
    ("", nil, "The file has no case. A line '=== name' begins one."),
    ("Only a description.\n", nil, "The file has no case. A line '=== name' begins one."),
    ("--- Input\nx", 1, "The section 'Input' is outside a case."),
    ("===\n--- Input\nx", 1, "The case needs a name: '=== name'."),
    ("===a\n--- Input\nx", 1, "The case needs a name: '=== name'."),
    ("=== a\n--- Input\nx\n=== b\n--- Input\nx\n=== a", 7, "The name 'a' belongs to the case in line 1 already."),
    ("=== a\n=== b\n--- Input\nx", 1, "The case 'a' has no section '--- Input'."),
    ("=== a\n--- Expansion\nx", 1, "The case 'a' has no section '--- Input'."),
    ("=== a\n\n--- Input\n\n--- Expansion\nx", 3, "The section 'Input' is empty."),
    ("=== a\n--- Input\nx\n--- Expansion\n", 4, "The section 'Expansion' is empty."),
    ("=== a\n--- Input\nx\n--- Input\nx", 4, "The section 'Input' can't follow 'Input'."),
    ("=== a\n--- Input\nx\n--- Fixed\nx\n--- Expansion\nx", 6, "The section 'Expansion' can't follow 'Fixed'."),
    (
      "=== a\n--- Input\nx\n--- Expanded\nx", 4,
      "The section '--- Expanded' is unknown. "
        + "The sections are '--- Input', '--- Expansion', '--- Diagnostics', '--- Fixed'."
    ),
    (
      "=== a\n--- Input\nx\n---Expansion\nx", 4,
      "The section '---Expansion' is unknown. "
        + "The sections are '--- Input', '--- Expansion', '--- Diagnostics', '--- Fixed'."
    ),
  ]

  @Test(arguments: mistakes)
  func mistake(text: String, line: Int?, message: String) {
    #expect(throws: ExpansionFileError(line: line, message: message)) { try ExpansionFile(text) }
  }

  @Test func descriptionsOfMistakes() {
    #expect(ExpansionFileError(file: "A.txt", line: 3, message: "No.").description == "A.txt:3: No.")
    #expect(ExpansionFileError(file: "A.txt", message: "No.").description == "A.txt: No.")
  }
}
