import CounterpointTerminal
import Testing

@Suite struct ScrollingListTests {
  /// Rows that record their reads.
  struct CountingRows: RandomAccessCollection {
    final class Reads { var rows: [Int] = [] }
    let endIndex: Int
    let reads = Reads()
    var startIndex: Int { 0 }

    subscript(position: Int) -> String {
      reads.rows.append(position)
      return "row \(position)"
    }
  }

  private let size = TerminalSize(columns: 12, rows: 4)

  private func shown(_ list: ScrollingList, _ rows: some RandomAccessCollection<String>) -> [String] {
    list.screen(of: rows, size: size) { StyledText($0) }.lines.map { $0.clipped(to: 80).plainText }
  }

  @Test func onlyVisibleRowsAreRead() {
    let rows = CountingRows(endIndex: 100_000)
    var list = ScrollingList()
    _ = shown(list, rows)
    // Only the first ones, because a failure would print all 100,000.
    let atStart = Array(rows.reads.rows.prefix(9))
    #expect(atStart == [0, 1, 2, 3])
    rows.reads.rows = []
    #expect(list.handle(.key(.end), count: rows.count, height: size.rows) == .selected(99_999))
    #expect(rows.reads.rows.isEmpty)
    _ = shown(list, rows)
    let atEnd = Array(rows.reads.rows.prefix(9))
    #expect(atEnd == [99_996, 99_997, 99_998, 99_999])
  }

  @Test func theSelectedRowIsMarked() {
    let screen = ScrollingList(selection: 1).screen(of: ["a", "b"], size: size) { StyledText($0) }
    #expect(screen.lines == ["  a", StyledText("› b         ").inverse()])
  }

  @Test func theCursorIsOnTheSelectedRow() {
    func row(_ list: ScrollingList, count: Int) -> ScreenPosition? {
      list.screen(of: 0..<count, size: size) { "\($0)" }.cursor
    }
    #expect(row(ScrollingList(selection: 1), count: 2) == ScreenPosition(column: 0, row: 1))
    #expect(row(ScrollingList(selection: 90, firstRow: 89), count: 100) == ScreenPosition(column: 0, row: 1))
    #expect(row(ScrollingList(selection: 90), count: 0) == nil)
    #expect(ScrollingList().screen(of: [1], size: TerminalSize(columns: 9, rows: 0)) { "\($0)" }.cursor == nil)
    // A text field below the list has the cursor.
    var screen: Screen = ["above"]
    screen.append(ScrollingList(selection: 1).screen(of: ["a", "b"], size: size) { StyledText($0) })
    #expect(screen.cursor == ScreenPosition(column: 0, row: 2))
    screen.append(TextField("x").screen(width: 9, isFocused: true))
    #expect(screen.cursor == ScreenPosition(column: 1, row: 3))
  }

  @Test func theListScrollsToTheSelection() throws {
    var list = ScrollingList()
    var seen: [Range<Int>] = []
    let keys: [Key] = [.down, .down, .down, .down, .down, .up, .up, .up, .up, .up]
    for key in keys {
      let outcome = list.handle(.key(key), count: 100, height: 4)
      #expect(outcome == .selected(list.selection))
      seen.append(list.visibleRows(count: 100, height: 4))
    }
    #expect(list.selection == 0)
    #expect(seen == [0..<4, 0..<4, 0..<4, 1..<5, 2..<6, 2..<6, 2..<6, 2..<6, 1..<5, 0..<4])
  }

  @Test(arguments: [
    (Key.up, 0, 0), (.up, 5, 4), (.down, 5, 6), (.down, 9, 9), (.pageDown, 0, 3), (.pageDown, 8, 9), (.pageUp, 5, 2),
    (.pageUp, 1, 0), (.home, 5, 0), (.end, 5, 9),
  ])
  func keysMoveTheSelection(key: Key, from: Int, to: Int) {
    var list = ScrollingList(selection: from)
    #expect(list.handle(.key(key), count: 10, height: 4) == (from == to ? .unchanged : .selected(to)))
    #expect(list.selection == to)
  }

  @Test(
    arguments: [
      .key(.enter), .key(.left), .key("j"), .key(.tab), .key(.up.with(.shift)), .paste("x"), .resumed,
    ] as [TerminalEvent]
  )
  func otherEventsAreIgnored(event: TerminalEvent) {
    var list = ScrollingList()
    #expect(list.handle(event, count: 10, height: 4) == nil)
    #expect(list == ScrollingList())
  }

  @Test func emptyListsIgnoreEvents() {
    var list = ScrollingList(selection: 3)
    #expect(list.handle(.key(.down), count: 0, height: 4) == nil)
    #expect(list == ScrollingList(selection: 3))
    #expect(ScrollingList(selection: 3).selectedRow(count: 0) == nil)
    #expect(shown(ScrollingList(selection: 3), []) == [])
  }

  @Test func removedRowsAreSupported() {
    var list = ScrollingList(selection: 90, firstRow: 88)
    #expect(list.selectedRow(count: 3) == 2)
    #expect(list.visibleRows(count: 3, height: 4) == 0..<3)
    #expect(list.visibleRows(count: 6, height: 4) == 2..<6)
    #expect(list.handle(.key(.up), count: 6, height: 4) == .selected(4))
  }

  @Test func theSelectionIsVisibleInEverySize() {
    for count in 0...7 {
      for height in 0...8 {
        for selection in 0...8 {
          for firstRow in 0...8 {
            let list = ScrollingList(selection: selection, firstRow: firstRow)
            let rows = list.visibleRows(count: count, height: height)
            #expect(rows.count == min(count, height))
            #expect(rows.lowerBound >= 0 && rows.upperBound <= count)
            if let selected = list.selectedRow(count: count), height > 0 { #expect(rows.contains(selected)) }
          }
        }
      }
    }
  }

  @Test func longRowsAreCutAndOnlyTheirFirstLineIsShown() {
    #expect(shown(ScrollingList(), ["0123456789abc", "a\nb"]) == ["› 012345678…", "  a"])
    #expect(ScrollingList(selection: -3, firstRow: -1) == ScrollingList())
  }
}
