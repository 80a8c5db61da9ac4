import CounterpointTerminal
import Testing

@Suite struct ScreenTests {
  @Test func plainTextIsClippedAndTrimmed() {
    let screen: Screen = ["hello world  ", "", StyledText("bold").bold(), "世界世界", "   ", ""]
    #expect(screen.plainText(size: TerminalSize(columns: 5, rows: 9)) == "hello\n\nbold\n世界")
    #expect(screen.plainText(size: TerminalSize(columns: 3, rows: 4)) == "hel\n\nbol\n世")
    #expect(screen.plainText(size: TerminalSize(columns: 80, rows: 1)) == "hello world")
    #expect(screen.plainText(size: TerminalSize(columns: 80, rows: 0)) == "")
    #expect(Screen().plainText(size: .standard) == "")
  }

  @Test func lineBreaksMakeLines() {
    var screen = Screen(["a\nb", "c"])
    screen.append("d\ne")
    #expect(screen.lines == ["a", "b", "c", "d", "e"])
    #expect(screen == ["a", "b", "c", "d", "e"])
    #expect(screen != Screen(screen.lines, cursor: ScreenPosition(column: 0, row: 0)))
  }

  @Test func overlayCoversColumns() {
    let screen: Screen = ["abcdef", "世界世", "x"]
    let covered = screen.overlaid(with: ["12", "34", "5", "6"], at: ScreenPosition(column: 1, row: 0))
    #expect(covered.lines.map(\.plainText) == ["a12def", " 34 世", "x5", " 6"])
  }

  @Test func overlayIsCutAtTheTopAndLeft() {
    let screen: Screen = ["abc", "def"]
    let covered = screen.overlaid(with: ["12", "34"], at: ScreenPosition(column: -1, row: -1))
    #expect(covered.lines.map(\.plainText) == ["4bc", "def"])
  }

  @Test func overlayKeepsStylesAndCursor() {
    let cursor = ScreenPosition(column: 3, row: 0)
    let screen = Screen([StyledText("abcd").bold()], cursor: cursor)
    let covered = screen.overlaid(with: ["x"], at: ScreenPosition(column: 1, row: 0))
    #expect(covered.lines == [StyledText("a").bold() + "x" + StyledText("cd").bold()])
    #expect(covered.cursor == cursor)
  }

  @Test func boxesAreCentered() {
    let screen = Screen(
      Array(repeating: "..............", count: 5),
      cursor: ScreenPosition(column: 0, row: 0)
    )
    let shown = screen.showing(Box(title: "Quit?", body: "y / n"), in: TerminalSize(columns: 14, rows: 5))
    #expect(
      shown.plainText(size: .standard) == """
        ..............
        ..┌─ Quit? ┐..
        ..│ y / n  │..
        ..└────────┘..
        ..............
        """
    )
    #expect(shown.cursor == nil)
  }
}

@Suite struct TerminalSizeTests {
  @Test(arguments: ["80x24", "1x1", "9999x9999", "100X30"])
  func descriptionsRoundTrip(text: String) throws {
    let size = try #require(TerminalSize(text))
    #expect(TerminalSize(size.description) == size)
    #expect(size.description == text.lowercased())
  }

  @Test(arguments: [
    "", "x", "80", "80x", "x24", "80x24x1", "-1x24", "+1x24", "0x24", "80x0", "80 x 24", "10000x1", "٣x٣", "1x9e3",
    "99999999999999999999x1", "80Xx24",
  ])
  func invalidDescriptionsAreRejected(text: String) {
    #expect(TerminalSize(text) == nil)
  }

  @Test func isNeverNegative() {
    #expect(TerminalSize(columns: -3, rows: -1) == TerminalSize(columns: 0, rows: 0))
    #expect(TerminalSize.standard.description == "80x24")
  }
}
