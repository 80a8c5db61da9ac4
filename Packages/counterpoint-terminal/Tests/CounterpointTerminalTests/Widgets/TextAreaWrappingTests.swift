import CounterpointTerminal
import CounterpointTestSupport
import Testing

/// Lines wrap at nine columns, because the last one is for the cursor.
@Suite struct TextAreaWrappingTests {
  private let size = TerminalSize(columns: 10, rows: 4)

  private func press(_ area: inout TextArea, _ keys: Key...) {
    for key in keys { area.handle(.key(key), size: size) }
  }

  private func click(_ area: inout TextArea, column: Int, row: Int) {
    area.handle(.mouse(MouseEvent(.press(.left), at: ScreenPosition(column: column, row: row))), size: size)
  }

  /// The visible text, with `|` left of the cursor's cell, and `·` for blanks.
  private func shown(_ area: TextArea, size other: TerminalSize? = nil) -> String {
    let screen = area.screen(size: other ?? size, isFocused: true)
    return screen.lines.enumerated().map { row, line in
      guard let cursor = screen.cursor, cursor.row == row else { return line.plainText }
      let left = line.clipped(to: cursor.column).plainText
      return left + "|" + line.plainText.dropFirst(left.count)
    }
    .joined(separator: "\n").replacing(" ", with: "·")
  }

  @Test(arguments: [
    ("one two three four", "|one·two·\nthree·\nfour"),
    ("123456789", "|123456789"),
    ("123456789 x", "|123456789·\nx"),
    ("1234567890", "|123456789\n0"),
    ("a 1234567890123456789012", "|a·\n123456789\n012345678\n9012"),
    ("   12345 7", "|···12345·\n7"),
    ("世界世界世", "|世界世界\n世"),
    ("12345678世x", "|12345678\n世x"),
    ("1 345678世x", "|1·\n345678世x"),
    ("1 34567世世x", "|1·\n34567世世\nx"),
    ("a\tb\tc", "|a····b····\nc"),
    ("e\u{301}e\u{301} é23456789", "|éé·\né23456789"),
    ("one          two", "|one·······\ntwo"),
    ("", "|"),
  ])
  func linesWrapBehindBlanks(text: String, expected: String) {
    #expect(shown(TextArea(text)) == expected)
  }

  @Test func theCursorMovesByRows() {
    var area = TextArea("one two three four\nx")
    press(&area, .right, .right, .down)
    #expect(shown(area) == "one·two·\nth|ree·\nfour\nx")
    press(&area, .down)
    #expect(shown(area) == "one·two·\nthree·\nfo|ur\nx")
    press(&area, .down)
    #expect(shown(area) == "one·two·\nthree·\nfour\nx|")
    press(&area, .up, .up)
    #expect(shown(area) == "one·two·\nth|ree·\nfour\nx")
    press(&area, .up, .up)
    #expect(shown(area) == "|one·two·\nthree·\nfour\nx")
    press(&area, .pageDown)
    #expect(shown(area) == "one·two·\nthree·\nfour\nx|")
    press(&area, Key.up.with(.shift), Key.up.with(.shift))
    #expect(area.selectedText == "ree four\nx" && area.cursorLine == 0)
  }

  @Test func homeAndEndLeadToTheRowAndThenToTheLine() {
    var area = TextArea("one two three four\nx")
    press(&area, .down, .right, .end)
    #expect(shown(area) == "one·two·\nthree|·\nfour\nx")
    press(&area, .end)
    #expect(shown(area) == "one·two·\nthree·\nfour|\nx")
    press(&area, .home)
    #expect(shown(area) == "one·two·\nthree·\n|four\nx")
    press(&area, .home)
    #expect(shown(area) == "|one·two·\nthree·\nfour\nx")
    // Deleting to an end means the line.
    press(&area, .control("k"))
    #expect(area.text == "\nx")
  }

  @Test func theCursorStaysOnARowOfItsOwnLine() {
    var area = TextArea("1234567890123\nabcdefghi")
    press(&area, .end)
    #expect(shown(area) == "123456789|\n0123\nabcdefghi")
    press(&area, .right)
    #expect(shown(area) == "123456789\n0|123\nabcdefghi")
    press(&area, .down, .end)
    #expect(shown(area) == "123456789\n0123\nabcdefghi|")
  }

  @Test func theEndOfARowIsBehindItsLastCharacter() {
    let start = TextArea("1234567890123456789x\ny")
    var area = start
    press(&area, .end)
    #expect(shown(area) == "123456789|\n012345678\n9x\ny")
    press(&area, .down)
    #expect(shown(area) == "123456789\n012345678|\n9x\ny")
    press(&area, .up, .home)
    #expect(shown(area) == "|123456789\n012345678\n9x\ny")
    press(&area, Key.end.with(.shift))
    #expect(area.selectedText == "123456789")
    press(&area, .end, .end)
    #expect(shown(area) == "123456789\n012345678\n9x|\ny")
    click(&area, column: 9, row: 1)
    #expect(shown(area) == "123456789\n012345678|\n9x\ny")
    press(&area, .left)
    #expect(shown(area) == "123456789\n01234567|8\n9x\ny")
    // What is typed there is in the next row.
    press(&area, .end, "z")
    #expect(shown(area) == "123456789\n012345678\nz|9x\ny")
    // The text area scrolls to the row of the cursor, not to the next one.
    area = start
    let low = TerminalSize(columns: 10, rows: 1)
    area.handle(.key(.end), size: low)
    #expect(shown(area, size: low) == "123456789|")
  }

  @Test func clicksAndTheWheelMeanRows() {
    var area = TextArea("one two three four five six\nx\ny\nz")
    click(&area, column: 2, row: 2)
    #expect(shown(area) == "one·two·\nthree·\nfo|ur·five·\nsix")
    click(&area, column: 9, row: 0)
    #expect(shown(area) == "one·two|·\nthree·\nfour·five·\nsix")
    area.handle(.mouse(MouseEvent(.scrollDown, at: ScreenPosition(column: 0, row: 0))), size: size)
    #expect(shown(area) == "one·two·\nthree·\nfour·five·\nsix|")
    area.handle(.mouse(MouseEvent(.scrollDown, at: ScreenPosition(column: 0, row: 0))), size: size)
    #expect(shown(area) == "six\nx\ny\nz|")
    #expect(area.firstLine == 0)
    click(&area, column: 1, row: 0)
    #expect(shown(area) == "s|ix\nx\ny\nz")
    press(&area, .up)
    #expect(shown(area) == "f|our·five·\nsix\nx\ny")
  }

  @Test func anotherWidthKeepsTheCursorVisible() {
    var area = TextArea(String(repeating: "word ", count: 40) + "\nend")
    press(&area, Key.end.with(.control))
    #expect(shown(area).hasSuffix("\nend|"))
    let wide = TerminalSize(columns: 40, rows: 2)
    #expect(shown(area, size: wide).split(separator: "\n").count == 2)
    #expect(shown(area, size: wide).hasSuffix("\nend|"))
    let narrow = TerminalSize(columns: 1, rows: 2)
    #expect(area.screen(size: narrow, isFocused: true).cursor == ScreenPosition(column: 0, row: 1))
  }

  @Test func pagesCountTheRowsOfLines() {
    var area = TextArea("x\ny\nz\none two three")
    press(&area, Key.end.with(.control), .pageUp)
    #expect(shown(area) == "y|\nz\none·two·\nthree")
  }

  @Test func noRowIsEmptyWithoutNeed() {
    var area = TextArea("1\n2\n3\n4\n5\n6")
    press(&area, Key.end.with(.control))
    #expect(shown(area) == "3\n4\n5\n6|")
    #expect(shown(area, size: TerminalSize(columns: 10, rows: 6)) == "1\n2\n3\n4\n5\n6|")
  }

  @Test func theCursorAmongHiddenBlanksIsAtTheEdge() {
    var area = TextArea("123456789   ")
    press(&area, .end)
    #expect(area.screen(size: size, isFocused: true).cursor == ScreenPosition(column: 9, row: 0))
  }

  @Test func aSelectionOverRowsIsShown() {
    var area = TextArea("one two three\nx")
    press(&area, .right, Key.down.with(.shift), Key.down.with(.shift))
    let lines = area.screen(size: size, isFocused: true).lines
    #expect(
      lines == ["o" + StyledText("ne two ").inverse(), StyledText("three ").inverse(), StyledText("x").inverse()]
    )
  }

  /// Every position of the cursor is visible, and each character is shown once.
  @Test func allCharactersAreShownOnce() {
    var generator = SeededGenerator(seed: 73)
    let characters: [Character] = ["a", "b", " ", "世", "e\u{301}", "\t", "\n", "👨‍👩‍👧"]
    for _ in 0..<200 {
      let text = String(
        (0..<Int.random(in: 1...40, using: &generator)).compactMap { _ in
          characters.randomElement(using: &generator)
        }
      )
      let size = TerminalSize(columns: Int.random(in: 3...12, using: &generator), rows: 200)
      var area = TextArea(text)
      let rows = area.screen(size: size, isFocused: false).lines
      let visible = rows.map(\.plainText).joined().filter { $0 != " " }
      #expect(visible == text.filter { !$0.isWhitespace })
      var positions: Set<ScreenPosition> = []
      for _ in text {
        let cursor = area.screen(size: size, isFocused: true).cursor
        #expect(cursor.map { $0.column < size.columns } == true)
        if let cursor { positions.insert(cursor) }
        area.handle(.key(.right), size: size)
      }
      #expect(positions.count > text.filter { !$0.isWhitespace }.count - 1)
    }
  }

  /// If each key laid out all lines, the test would need hours: 100,000 lines for each of 1,800 keys.
  @Test(.timeLimit(.minutes(1))) func theCostOfAKeyDoesNotDependOnTheNumberOfLines() {
    let line = "some words that are too long for a row"
    var area = TextArea((0..<100_000).map { _ in line }.joined(separator: "\n"))
    press(&area, Key.end.with(.control))
    for _ in 0..<300 {
      press(&area, "x", .up, .pageUp, .end, .home, .down)
      _ = area.screen(size: size, isFocused: true)
    }
    #expect(area.cursorLine < 99_999)
  }
}
