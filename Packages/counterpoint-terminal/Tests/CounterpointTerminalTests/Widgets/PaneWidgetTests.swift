import CounterpointTerminal
import Testing

@Suite struct TabsTests {
  let tabs = Tabs(["Changes", "State", "Action"], selection: 1)

  @Test func theSelectedTitleIsInBrackets() {
    #expect(tabs.line(width: 40).plainText == " Changes  [State]  Action ")
    #expect(Tabs([], selection: 0).line(width: 40) == "")
  }

  @Test(arguments: [(26, " Changes  [State]  Action "), (18, " Changes  [State]…"), (12, "[State]  Ac…"), (4, "[St…")])
  func theSelectedTitleStaysVisible(width: Int, expected: String) {
    #expect(tabs.line(width: width).plainText == expected)
  }

  @Test func arrowsGoAround() {
    #expect(tabs.handle(.key(.right)) == .selected(2))
    #expect(tabs.handle(.key(.left)) == .selected(0))
    #expect(Tabs(tabs.titles, selection: 2).handle(.key(.right)) == .selected(0))
    #expect(Tabs(tabs.titles, selection: 0).handle(.key(.left)) == .selected(2))
    #expect(tabs.handle(.key(.up)) == nil)
    #expect(Tabs(["one"], selection: 0).handle(.key(.right)) == nil)
    // The last tab was removed.
    #expect(Tabs(tabs.titles, selection: 3).handle(.key(.right)) == .selected(0))
    for selection in [-1, 3, .max, .min] {
      let near = Tabs(tabs.titles, selection: max(0, min(selection, 2)))
      let tabs = Tabs(tabs.titles, selection: selection)
      for width in [0, 1, 12, 80] { #expect(tabs.line(width: width) == near.line(width: width)) }
      #expect(tabs.tab(atColumn: 0, width: 80) == 0)
    }
    #expect(Tabs([], selection: 2).line(width: 40) == "" && Tabs([], selection: 2).tab(atColumn: 0, width: 40) == nil)
  }
}

@Suite struct HelpBarTests {
  private let bar = HelpBar([HelpBar.Hint("s", "Save"), HelpBar.Hint("d", "Delete")], last: HelpBar.Hint("?", "Help"))

  @Test(arguments: [
    (40, "[s] Save  [d] Delete  [?] Help"), (30, "[s] Save  [d] Delete  [?] Help"), (29, "[s] Save  [?] Help"),
    (17, "[?] Help"), (5, "[?] …"), (0, ""),
  ])
  func theLastHintStaysLongest(width: Int, expected: String) {
    #expect(bar.line(width: width).plainText == expected)
  }

  @Test func withoutALastHint() {
    #expect(HelpBar([HelpBar.Hint("s", "Save")]).line(width: 8).plainText == "[s] Save")
    #expect(HelpBar([HelpBar.Hint("s", "Save")]).line(width: 7) == "")
  }
}

@Suite struct SplitPaneTests {
  private func shown(_ pane: SplitPane, _ size: TerminalSize) -> Screen {
    pane.screen(size: size) { size in
      Screen((0..<size.rows + 1).map { "a\($0) long text" }, cursor: nil)
    } second: { size in
      Screen(["b", "c"], cursor: ScreenPosition(column: 0, row: 1))
    }
  }

  @Test func columns() {
    let size = TerminalSize(columns: 11, rows: 2)
    let screen = shown(SplitPane(.columns), size)
    #expect(screen.plainText(size: size) == "a0 l │ b\na1 l │ c")
    #expect(screen.cursor == ScreenPosition(column: 7, row: 1))
  }

  @Test func rows() {
    let size = TerminalSize(columns: 6, rows: 5)
    let screen = shown(SplitPane(.rows), size)
    #expect(screen.plainText(size: size) == "a0 lon\na1 lon\n──────\nb\nc")
    #expect(screen.cursor == ScreenPosition(column: 0, row: 4))
  }

  @Test func aShortFirstPartKeepsItsSpace() {
    let screen = SplitPane(.rows).screen(size: TerminalSize(columns: 3, rows: 5)) { _ in
      ["a"]
    } second: { _ in
      ["b"]
    }
    #expect(screen.lines.map(\.plainText) == ["a", "", "───", "b"])
  }

  @Test(arguments: [
    (Layout.Axis.columns, 0.4, 13, 4, 6), (.columns, 0, 13, 1, 9), (.columns, 9, 13, 9, 1), (.columns, 0.5, 4, 4, 0),
    (.rows, 0.5, 4, 2, 1), (.rows, 0.5, 1, 1, 0), (.rows, 0.5, 0, 0, 0),
  ])
  func sizes(axis: Layout.Axis, fraction: Double, length: Int, first: Int, second: Int) {
    let size =
      axis == .columns ? TerminalSize(columns: length, rows: 5) : TerminalSize(columns: 5, rows: length)
    let sizes = SplitPane(axis, fraction: fraction).sizes(in: size)
    #expect((axis == .columns ? sizes.first.columns : sizes.first.rows) == first)
    #expect((axis == .columns ? sizes.second.columns : sizes.second.rows) == second)
  }
}

@Suite struct TableTests {
  private let table = Table([
    Table.Column("#", width: 2, alignment: .trailing), Table.Column("Name"), Table.Column("Size", width: 4),
  ])

  @Test func cellsAreAligned() {
    #expect(table.header(width: 16).plainText == " # Name     Size")
    #expect(table.line(["7", "a long name", "12"], width: 16).plainText == " 7 a long … 12  ")
    #expect(table.line(["7"], width: 16).plainText == " 7")
  }

  @Test func flexibleColumnsShareTheSpace() {
    let table = Table([Table.Column("a"), Table.Column("b")])
    #expect(table.line(["1", "2"], width: 8).plainText == "1   2   ")
  }

  @Test func withoutSpaceTheFlexibleColumnIsHidden() {
    #expect(table.line(["7", "name", "12"], width: 8).plainText == " 7 12  ")
    #expect(table.line(["7", "name", "12"], width: 3).plainText == " 7 ")
  }

  @Test func onlyVisibleRowsAreShown() {
    let size = TerminalSize(columns: 14, rows: 3)
    let list = ScrollingList(selection: 1)
    let screen = table.screen(of: 0..<1000, list: list, size: size) { ["\($0)", "row \($0)", "\($0 * $0)"] }
    #expect(screen.plainText(size: size) == "   # Name Size\n   0 row… 0\n›  1 row… 1")
    #expect(screen.cursor == ScreenPosition(column: 0, row: 2))
    #expect(table.screen(of: [1], list: list, size: TerminalSize(columns: 9, rows: 0)) { _ in [] } == Screen())
  }
}
