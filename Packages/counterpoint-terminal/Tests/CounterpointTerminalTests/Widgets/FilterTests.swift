import CounterpointTerminal
import CounterpointTestSupport
import Testing

@Suite struct RowFilterTests {
  /// Rows that record their reads.
  private final class Reads {
    var rows: [String] = []

    func text(_ row: String) -> String {
      rows.append(row)
      return row
    }
  }

  private let rows = ["Error: disk", "ok", "another error", "warning"]

  @Test func rowsThatContainTheTextPass() {
    var filter = RowFilter()
    #expect(Array(filter.rows(of: rows)) == rows)
    filter.update("ERROR", rows: rows) { $0 }
    #expect(Array(filter.rows(of: rows)) == ["Error: disk", "another error"])
    #expect(filter.rows(of: rows).number(of: 1) == 2)
    filter.update("", rows: rows) { $0 }
    #expect(Array(filter.rows(of: rows)) == rows && filter == RowFilter())
    filter.update("é", rows: ["É", "é", "e"]) { $0 }
    #expect(filter.matches == [1])
    filter.update("a text that is longer than every row", rows: rows) { $0 }
    #expect(filter.matches == [])
  }

  @Test func rowsThatWereRemovedSinceAreLeftOut() {
    var filter = RowFilter()
    filter.update("error", rows: rows) { $0 }
    #expect(Array(filter.rows(of: rows.dropLast(2))) == ["Error: disk"])
    #expect(Array(filter.rows(of: [String]())) == [])
    #expect(Array(filter.rows(of: rows)) == ["Error: disk", "another error"])
  }

  @Test func asFewRowsAsPossibleAreRead() {
    let reads = Reads()
    var filter = RowFilter()
    filter.update("err", rows: rows, rowText: reads.text)
    #expect(reads.rows == rows)
    // Longer: only the matches.
    reads.rows = []
    filter.update("error:", rows: rows, rowText: reads.text)
    #expect(reads.rows == ["Error: disk", "another error"] && filter.matches == [0])
    // More rows: only the new ones.
    reads.rows = []
    let more = rows + ["error: net"]
    filter.update("error:", rows: more, rowText: reads.text)
    #expect(reads.rows == ["error: net"] && filter.matches == [0, 4])
    // Shorter, or fewer rows: all.
    reads.rows = []
    filter.update("w", rows: more, rowText: reads.text)
    #expect(reads.rows == more && filter.matches == [3])
    reads.rows = []
    filter.update("w", rows: rows, rowText: reads.text)
    #expect(reads.rows == rows)
    reads.rows = []
    filter.reset()
    filter.update("w", rows: rows, rowText: reads.text)
    #expect(reads.rows == rows)
  }

  /// After each step, the matches are those of a filter that compares all rows at once.
  @Test func theMatchesAreThoseOfAFreshFilter() {
    var generator = SeededGenerator(seed: 11)
    var (filter, rows, text) = (RowFilter(), [String](), "")
    for _ in 0..<600 {
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: rows.append(String((0..<6).map { _ in "abA".randomElement(using: &generator) ?? "a" }))
      case 1: text += ["a", "b"].randomElement(using: &generator) ?? ""
      case 2: text = String(text.dropLast(2))
      default: text = String(text.dropFirst())
      }
      filter.update(text, rows: rows) { $0 }
      var fresh = RowFilter()
      fresh.update(text, rows: rows) { $0 }
      #expect(filter == fresh)
      let expected = rows.indices.filter { rows[$0].lowercased().contains(text) }
      #expect(text.isEmpty || filter.matches == expected)
    }
  }
}

@Suite struct FilteredListTests {
  private let names = ["Ada", "Bob", "Barbara", "Alan"]
  private let size = TerminalSize(columns: 20, rows: 4)

  private func shown(_ list: FilteredList) -> String {
    list.screen(of: names, size: size) { StyledText($0) }.plainText(size: size)
  }

  @Test func typingFiltersTheRows() {
    var list = FilteredList()
    func press(_ key: Key) -> FilteredList.Outcome? {
      list.handle(.key(key), rows: names, height: size.rows) { $0 }
    }
    #expect(shown(list) == "› Ada\n  Bob\n  Barbara\n  Alan")
    #expect(press("b") == nil)
    #expect(press("/") == .filtered)
    #expect(press("b") == .filtered)
    #expect(shown(list) == "/ b           2 of 4\n› Bob\n  Barbara")
    #expect(list.screen(of: names, size: size) { StyledText($0) }.cursor == ScreenPosition(column: 3, row: 0))
    #expect(press(.down) == .selected(2))
    #expect(press(.down) == .unchanged)
    #expect(list.selectedRow(of: names) == 2)
    #expect(press(.enter) == .filtered)
    #expect(press("a") == nil)
    #expect(press("/") == .filtered)
    #expect(press("a") == .filtered)
    #expect(shown(list) == "/ ba          1 of 4\n› Barbara")
    #expect(press(.escape) == .filtered)
    #expect(shown(list) == "  Ada\n  Bob\n› Barbara\n  Alan")
    #expect(press(.escape) == nil)
  }

  @Test func addedRowsAreCompared() {
    var list = FilteredList()
    func press(_ key: Key) -> FilteredList.Outcome? {
      list.handle(.key(key), rows: names, height: size.rows) { $0 }
    }
    for key: Key in ["/", "a", "l"] { _ = press(key) }
    let more = names + ["Alice"]
    list.update(rows: more) { $0 }
    #expect(list.screen(of: more, size: size) { StyledText($0) }.lines.count == 3)
    for key: Key in ["x", "x"] { _ = press(key) }
    #expect(list.selectedRow(of: names) == nil)
  }

  @Test func theFilterIsAboveTheClickedRows() {
    var list = FilteredList()
    func press(_ key: Key) -> FilteredList.Outcome? {
      list.handle(.key(key), rows: names, height: size.rows) { $0 }
    }
    func click(row: Int) -> FilteredList.Outcome? {
      let event = MouseEvent(.press(.left), at: ScreenPosition(column: 2, row: row))
      return list.handle(.mouse(event), rows: names, height: size.rows) { $0 }
    }
    #expect(click(row: 1) == .selected(1))
    for key: Key in ["/", "b"] { _ = press(key) }
    #expect(click(row: 2) == .selected(2))
    #expect(click(row: 0) == nil)
  }

  @Test func theHelpNamesThePossibleKeys() {
    var list = FilteredList()
    func press(_ key: Key) -> FilteredList.Outcome? {
      list.handle(.key(key), rows: names, height: size.rows) { $0 }
    }
    #expect(HelpBar(list.keys).line(width: 40).plainText == "[/] Filter        All rows")
    _ = press("/")
    #expect(HelpBar(list.keys).line(width: 40).plainText == "    Filter  [esc] All rows")
  }
}
