import CounterpointTerminal
import CounterpointTestSupport
import Testing

@Suite struct TextAreaTests {
  private let size = TerminalSize(columns: 10, rows: 3)

  private func press(_ area: inout TextArea, _ keys: Key...) {
    for key in keys { area.handle(.key(key), size: size) }
  }

  /// The visible text, with `|` left of the cursor's cell.
  private func shown(_ area: TextArea) -> String {
    let screen = area.screen(size: size, isFocused: true)
    return screen.lines.enumerated().map { row, line in
      guard let cursor = screen.cursor, cursor.row == row else { return line.plainText }
      let left = line.clipped(to: cursor.column).plainText
      return left + "|" + line.plainText.dropFirst(left.count)
    }
    .joined(separator: "\n")
  }

  @Test func linesAreEdited() {
    var area = TextArea("one\ntwo")
    #expect(shown(area) == "|one\ntwo")
    press(&area, .end, .enter, "x", .down)
    #expect(shown(area) == "one\nx\nt|wo")
    #expect(area.text == "one\nx\ntwo" && area.lines == ["one", "x", "two"])
    press(&area, .home, .backspace, .backspace)
    #expect(shown(area) == "one\n|two")
    press(&area, .left, .delete)
    #expect(shown(area) == "one|two")
    press(&area, .control("_"), .control("_"), .control("_"))
    #expect(area.text == "one\nx\ntwo")
    press(&area, .control("_"), .control("_"))
    #expect(area.text == "one\ntwo")
    press(&area, .control("y"), .control("y"), .control("y"), .control("y"), .control("y"))
    #expect(area.text == "onetwo")
  }

  @Test func theColumnIsKeptThroughShortLines() {
    var area = TextArea("世界abc\nx\n12345678")
    press(&area, .end, .left, .down)
    #expect(shown(area) == "世界abc\nx|\n12345678")
    press(&area, .down)
    #expect(shown(area) == "世界abc\nx\n123456|78")
    press(&area, .up, .up)
    #expect(shown(area) == "世界ab|c\nx\n12345678")
    press(&area, .up)
    #expect(shown(area) == "|世界abc\nx\n12345678")
    press(&area, Key.end.with(.control), .down)
    #expect(shown(area) == "世界abc\nx\n12345678|")
  }

  @Test func theCursorStaysVisible() {
    var area = TextArea((1...9).map { "line \($0)" }.joined(separator: "\n"))
    press(&area, .pageDown)
    #expect(shown(area) == "line 1\nline 2\n|line 3")
    press(&area, .pageDown)
    #expect(shown(area) == "line 3\nline 4\n|line 5")
    press(&area, .up)
    #expect(shown(area) == "line 3\n|line 4\nline 5")
    press(&area, Key.end.with(.control))
    #expect(shown(area) == "line 7\nline 8\nline 9|")
    press(&area, .pageUp)
    #expect(shown(area) == "line 7|\nline 8\nline 9")
  }

  @Test func aSelectionOverLinesIsReplaced() {
    var area = TextArea("one\ntwo\nthree")
    press(&area, .right, Key.down.with(.shift), Key.down.with(.shift))
    #expect(area.selectedText == "ne\ntwo\nt")
    let lines = area.screen(size: size, isFocused: true).lines
    #expect(lines[0] == "o" + StyledText("ne ").inverse())
    #expect(lines[1] == StyledText("two ").inverse())
    #expect(lines[2] == StyledText("t").inverse() + "hree")
    area.handle(.paste("X\r\nY"), size: size)
    #expect(shown(area) == "oX\nY|hree")
    press(&area, .control("_"))
    #expect(area.text == "one\ntwo\nthree")
  }

  @Test func pastedTextKeepsItsLines() {
    var area = TextArea()
    #expect(area.handle(.paste("a\tb\r\nc\u{1B}\u{202E}\rd\u{2028}e"), size: size) == .edited)
    #expect(area.text == "a\tb\nc\nd\ne")
    #expect(area.handle(.paste(""), size: size) == .unchanged)
  }

  @Test func clicksAndTheWheelMoveTheCursor() {
    var area = TextArea((1...9).map { "line \($0)" }.joined(separator: "\n"))
    func mouse(_ kind: MouseEvent.Kind, _ column: Int, _ row: Int) -> TextArea.Outcome? {
      area.handle(.mouse(MouseEvent(kind, at: ScreenPosition(column: column, row: row))), size: size)
    }
    #expect(mouse(.press(.left), 2, 1) == .cursorMoved)
    #expect(shown(area) == "line 1\nli|ne 2\nline 3")
    #expect(mouse(.press(.left), 2, 1) == .unchanged)
    #expect(mouse(.scrollDown, 0, 0) == .cursorMoved)
    #expect(shown(area) == "line 3\nline 4\nli|ne 5")
    #expect(mouse(.press(.left), 99, 0) == .cursorMoved)
    #expect(shown(area) == "line 3|\nline 4\nline 5")
    #expect(mouse(.release(.left), 0, 0) == nil)
  }

  @Test func aPlaceholderIsShownWhileThereIsNoText() {
    let area = TextArea(placeholder: "Your notes")
    #expect(area.screen(size: size, isFocused: true).lines == [StyledText("Your notes").dim()])
    #expect(area.screen(size: size, isFocused: true).cursor == ScreenPosition(column: 0, row: 0))
    #expect(area.screen(size: size, isFocused: false).cursor == nil)
    #expect(area.screen(size: TerminalSize(columns: 0, rows: 3), isFocused: true) == Screen())
  }

  @Test func otherEventsAreIgnored() {
    var area = TextArea("a")
    for event: TerminalEvent in [.key(.escape), .key(.tab), .key(.control("s")), .resumed, .resize(.standard)] {
      #expect(area.handle(event, size: size) == nil)
    }
    #expect(area == TextArea("a"))
    #expect(area.perform(.suggest(1), size: size) == .unchanged)
  }

  /// Random edits lead to the same text as the same edits of a string.
  @Test func editsAgreeWithAString() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<40 {
      var area = TextArea("ab\ncd")
      var model = Array("ab\ncd")
      var cursor = 0
      for _ in 0..<60 {
        switch Int.random(in: 0..<6, using: &generator) {
        case 0:
          press(&area, .left)
          cursor = max(cursor - 1, 0)
        case 1:
          press(&area, .right)
          cursor = min(cursor + 1, model.count)
        case 2:
          press(&area, .backspace)
          if cursor > 0 {
            model.remove(at: cursor - 1)
            cursor -= 1
          }
        case 3:
          press(&area, .delete)
          if cursor < model.count { model.remove(at: cursor) }
        case 4:
          press(&area, .enter)
          model.insert("\n", at: cursor)
          cursor += 1
        default:
          press(&area, "世")
          model.insert("世", at: cursor)
          cursor += 1
        }
        #expect(area.text == String(model))
        #expect(area.cursorLine == model[..<cursor].filter { $0 == "\n" }.count)
      }
    }
  }
}
