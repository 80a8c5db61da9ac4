import CounterpointTerminal
import Testing

@Suite struct BoxTests {
  private func rows(_ box: Box, _ columns: Int, _ rows: Int) -> [String] {
    box.lines(fitting: TerminalSize(columns: columns, rows: rows)).map(\.plainText)
  }

  @Test func theBodyIsWrapped() {
    let box = Box(title: "T", body: "one two three")
    #expect(rows(box, 11, 9) == ["┌─ T ─────┐", "│ one two │", "│ three   │", "└─────────┘"])
  }

  @Test func aHighBodyEndsInAnEllipsis() {
    #expect(rows(Box(body: "a\nb\nc\nd"), 9, 5) == ["┌───┐", "│ a │", "│ b │", "│ … │", "└───┘"])
  }

  @Test func aLongTitleIsCut() {
    #expect(rows(Box(title: "Long title", body: "x"), 10, 5) == ["┌─ Long… ┐", "│ x      │", "└────────┘"])
  }

  @Test func boxesWithoutSpaceAreEmpty() {
    #expect(rows(Box(title: "T", body: "x"), 4, 9) == [])
    #expect(rows(Box(title: "T", body: "x"), 9, 2) == [])
    #expect(rows(Box(title: "T", body: ""), 5, 3) == ["┌───┐", "│   │", "└───┘"])
  }

  @Test func allRowsAreEquallyWide() {
    for columns in 0...30 {
      for height in 0...8 {
        let box = Box(title: "世界 title", body: "some 世界世界 text that\nhas lines", frameStyle: Style(isDim: true))
        let lines = box.lines(fitting: TerminalSize(columns: columns, rows: height))
        #expect(Set(lines.map(\.width)).count <= 1)
        #expect(lines.count <= height && (lines.first?.width ?? 0) <= columns)
      }
    }
  }

  @Test func wideTerminalsUseASCIIFrames() {
    DisplayWidth.$ambiguousWidth.withValue(.wide) {
      let lines = Box(title: "Títle", body: "± 1").lines(fitting: .standard)
      #expect(lines.map(\.plainText) == ["+- Títle +", "| ± 1    |", "+---------+"])
      #expect(Set(lines.map(\.width)) == [11])
    }
  }
}
