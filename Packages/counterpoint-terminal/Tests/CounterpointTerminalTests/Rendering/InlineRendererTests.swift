import CounterpointTerminal
import CounterpointTestSupport
import Testing

/// Screens below a prompt, on a terminal whose other rows belong to the shell.
@Suite struct InlineRendererTests {
  private let size = TerminalSize(columns: 12, rows: 6)

  /// Returns a terminal with a prompt in a row, and the cursor in the next one.
  private func terminal(promptRow: Int) -> TerminalEmulator {
    var terminal = TerminalEmulator(size: size)
    let prompt = (0...promptRow).map { "old \($0)\r\n" }.joined()
    terminal.feed(Array("\(prompt)\u{1B}7".utf8))
    return terminal
  }

  private func renderer(rows: Int) -> ScreenRenderer {
    ScreenRenderer(colorSupport: .trueColor, display: .inline(rows: rows))
  }

  private func shown(_ terminal: TerminalEmulator) -> [String] {
    terminal.rows.map { row in String(row.reversed().drop { $0 == " " }.reversed()) }
  }

  @Test func theScreenIsBelowThePrompt() {
    var (terminal, renderer) = (self.terminal(promptRow: 1), self.renderer(rows: 3))
    let room = TerminalSize(columns: 12, rows: 3)
    terminal.feed(renderer.render(["one", "two"], size: room))
    #expect(shown(terminal) == ["old 0", "old 1", "one", "two", "", ""])
    terminal.feed(renderer.render(Screen(["one", "2"], cursor: ScreenPosition(column: 1, row: 0)), size: room))
    #expect(shown(terminal) == ["old 0", "old 1", "one", "2", "", ""])
    #expect(terminal.cursor == ScreenPosition(column: 1, row: 2) && terminal.isCursorVisible)
    // Fewer lines leave empty rows, and more lines take more rows.
    terminal.feed(renderer.render(["x"], size: room))
    #expect(shown(terminal) == ["old 0", "old 1", "x", "", "", ""])
    terminal.feed(renderer.render(["x", "y", "z", "hidden"], size: room))
    #expect(shown(terminal) == ["old 0", "old 1", "x", "y", "z", ""])
    #expect(terminal.unknownCodes == [])
  }

  @Test func atTheBottomTheShellScrollsUp() {
    var (terminal, renderer) = (self.terminal(promptRow: 4), self.renderer(rows: 4))
    let room = TerminalSize(columns: 12, rows: 4)
    terminal.feed(renderer.render(["one"], size: room))
    #expect(shown(terminal) == ["old 0", "old 1", "old 2", "old 3", "old 4", "one"])
    terminal.feed(renderer.render(["one", "two", "three"], size: room))
    #expect(shown(terminal) == ["old 2", "old 3", "old 4", "one", "two", "three"])
  }

  @Test func afterOtherOutputTheScreenBeginsBelowIt() {
    var (terminal, renderer) = (self.terminal(promptRow: 0), self.renderer(rows: 3))
    let room = TerminalSize(columns: 12, rows: 3)
    terminal.feed(renderer.render(["one", "two"], size: room))
    terminal.feed(Array("\u{1B}8\r\nother\r\n\u{1B}7".utf8))
    renderer.invalidate()
    terminal.feed(renderer.render(["one", "two"], size: room))
    #expect(shown(terminal) == ["old 0", "one", "two", "other", "one", "two"])
  }

  /// A narrower terminal wraps the rows again, and its cursor stays in its cell.
  @Test func aNewWidthLeavesNoOldScreen() {
    var (terminal, renderer) = (self.terminal(promptRow: 0), self.renderer(rows: 3))
    let screen = Screen(["0123456789", "abcdefghij", "x"])
    terminal.feed(renderer.render(screen, size: TerminalSize(columns: 12, rows: 3)))
    #expect(terminal.cursor == ScreenPosition(column: 0, row: 1))
    var narrow = TerminalEmulator(size: TerminalSize(columns: 6, rows: 8))
    narrow.feed(Array("old 0\r\n012345\r\n6789\r\nabcdef\r\nghij\r\nx\u{1B}7\u{1B}[2H".utf8))
    narrow.feed(renderer.render(screen, size: TerminalSize(columns: 6, rows: 3)))
    #expect(shown(narrow) == ["old 0", "012345", "abcdef", "x", "", "", "", ""])
    // The next screens know where the rows are.
    narrow.feed(renderer.render(["1", "2", "3"], size: TerminalSize(columns: 6, rows: 3)))
    #expect(shown(narrow) == ["old 0", "1", "2", "3", "", "", "", ""])
    #expect(narrow.unknownCodes == [])
  }

  @Test func aNewWidthWithACursorLeavesNoOldScreenIfNoRowAboveItWraps() {
    var (terminal, renderer) = (self.terminal(promptRow: 0), self.renderer(rows: 3))
    let screen = Screen(["name:", "a", "0123456789"], cursor: ScreenPosition(column: 1, row: 1))
    terminal.feed(renderer.render(screen, size: TerminalSize(columns: 12, rows: 3)))
    #expect(terminal.cursor == ScreenPosition(column: 1, row: 2))
    var narrow = TerminalEmulator(size: TerminalSize(columns: 6, rows: 8))
    narrow.feed(Array("old 0\r\nname:\r\na\r\n012345\r\n6789\u{1B}7\u{1B}[3;2H".utf8))
    narrow.feed(renderer.render(screen, size: TerminalSize(columns: 6, rows: 3)))
    #expect(shown(narrow) == ["old 0", "name:", "a", "012345", "", "", "", ""])
    #expect(narrow.cursor == ScreenPosition(column: 1, row: 2))
  }

  /// After each of many random screens, the rows of the program show the newest screen, and no other row changes.
  @Test func randomScreens() {
    var generator = SeededGenerator(seed: 9)
    let words = ["", "a", "世界", "hello", "twelve chars", "é", "xx xx"]
    for promptRow in 0..<5 {
      var (terminal, renderer) = (self.terminal(promptRow: promptRow), self.renderer(rows: 4))
      let room = TerminalSize(columns: 12, rows: 4)
      var used = 1
      for _ in 0..<60 {
        let lines = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
          StyledText(words.randomElement(using: &generator) ?? "")
        }
        let cursor = ScreenPosition(
          column: Int.random(in: 0...13, using: &generator),
          row: Int.random(in: 0...lines.count, using: &generator)
        )
        let isVisible = cursor.column < 12 && cursor.row < 4
        terminal.feed(renderer.render(Screen(lines, cursor: cursor), size: room))
        used = max(used, min(lines.count, 4), isVisible ? cursor.row + 1 : 0)
        let top = min(promptRow + 1, size.rows - used)
        let expected = lines.prefix(4).map(\.plainText) + Array(repeating: "", count: max(used - lines.count, 0))
        #expect(Array(shown(terminal)[top..<top + used]) == expected)
        #expect(shown(terminal)[top - 1] == "old \(promptRow)")
        #expect(terminal.isCursorVisible == isVisible)
        if isVisible { #expect(terminal.cursor == ScreenPosition(column: cursor.column, row: top + cursor.row)) }
      }
      #expect(terminal.unknownCodes == [])
    }
  }
}
