import CounterpointTerminal
import Testing

@Suite struct TextFieldScreenTests {
  /// The visible text, with `|` left of the cursor's cell.
  private func shown(_ field: TextField, width: Int, isFocused: Bool = true) -> String {
    let screen = field.screen(width: width, isFocused: isFocused)
    #expect(screen.lines.map(\.width) == [width])
    let line = screen.lines[0]
    guard let cursor = screen.cursor else { return line.plainText }
    #expect(cursor.row == 0)
    let left = line.clipped(to: cursor.column).plainText
    return left + "|" + line.plainText.dropFirst(left.count)
  }

  @Test func shortTextsAreLeftAligned() {
    #expect(shown(TextField("abc"), width: 6) == "abc|   ")
    #expect(shown(TextField("abc", cursor: 1), width: 6) == "a|bc   ")
    #expect(shown(TextField("abc"), width: 6, isFocused: false) == "abc   ")
  }

  @Test(arguments: [
    (0, "|abcde"), (1, "a|bcde"), (2, "ab|cde"), (3, "bc|def"), (6, "ef|ghi"), (7, "fg|hij"), (8, "gh|ij "),
    (9, "ghi|j "),
    (10, "ghij| "),
  ])
  func longTextsScrollWithTheCursorInTheMiddle(cursor: Int, expected: String) {
    #expect(shown(TextField("abcdefghij", cursor: cursor), width: 5) == expected)
  }

  @Test func withoutFocusTheStartIsShown() {
    #expect(shown(TextField("abcdefghij"), width: 5, isFocused: false) == "abcde")
  }

  /// With a cost that is quadratic in the length of the text, the test would need minutes.
  @Test(arguments: [0, 175_000, 350_000]) func charactersWithoutWidthAreReadToABound(cursor: Int) {
    let text = String(repeating: "\u{200B}", count: 350_000)
    let screen = TextField(text, cursor: cursor).screen(width: 80, isFocused: true)
    #expect(screen.lines.map(\.width) == [80])
    #expect(screen.cursor?.column == 0)
    #expect(shown(TextField("ab" + text.prefix(100) + "cd", cursor: 0), width: 4) == "|ab\(text.prefix(100))cd")
  }

  @Test func wideCharactersTakeTwoColumns() {
    #expect(shown(TextField("世界", cursor: 1), width: 6) == "世|界  ")
    // Half characters at the edges become blanks.
    #expect(shown(TextField("世界世界", cursor: 2), width: 5) == "界|世 ")
    #expect(shown(TextField("世界世界", cursor: 3), width: 5) == "世|界 ")
    #expect(shown(TextField("世界世界", cursor: 4), width: 4) == " 界| ")
  }

  @Test func aPasswordIsNotShown() {
    #expect(shown(TextField("ab世👩‍👩‍👧", isPassword: true), width: 6) == "••••|  ")
  }

  @Test func aPlaceholderIsShownWhileThereIsNoText() {
    let field = TextField(placeholder: "Your name\nhere")
    #expect(shown(field, width: 12) == "|Your name   ")
    #expect(shown(field, width: 4, isFocused: false) == "Your")
    #expect(field.screen(width: 12, isFocused: true).lines[0].runs[0].style == Style(isDim: true))
    #expect(shown(TextField("x", placeholder: "Your name"), width: 4) == "x|   ")
  }

  @Test func controlCharactersInInitialTextAreReplaced() {
    #expect(shown(TextField("a\u{1B}b\nc\r\nd"), width: 9) == "a␛b␤c␤d|  ")
    #expect(shown(TextField("a\tb", cursor: 2), width: 9) == "a    |b   ")
  }

  @Test func theCursorIsAlwaysVisible() {
    for text in ["", "abc", "世界世界", "a世b界c", "👩‍👩‍👧x👩‍👩‍👧"] {
      for cursor in 0...text.count {
        for width in 1...9 {
          let screen = TextField(text, cursor: cursor).screen(width: width, isFocused: true)
          #expect(screen.lines.map(\.width) == [width])
          #expect((0..<width).contains(screen.cursor?.column ?? -1))
        }
      }
    }
    #expect(TextField("abc").screen(width: 0, isFocused: true) == Screen())
  }
}
