import CounterpointTerminal
import Testing

private struct File: Identifiable, Equatable {
  let id: String
  let size: Int
}

private let files = [
  File(id: "d", size: 2), File(id: "a", size: 3), File(id: "c", size: 2), File(id: "b", size: 1),
]

/// Comparisons that are counted.
private final class Comparisons {
  var count = 0

  func areInIncreasingOrder(column: Int, left: File, right: File) -> Bool {
    count += 1
    return column == 0 ? left.id < right.id : left.size < right.size
  }
}

@Suite struct RowOrderTests {
  private let comparisons = Comparisons()

  private func ids(_ order: RowOrder, of rows: [File] = files) -> String { order.rows(of: rows).map(\.id).joined() }

  @discardableResult
  private func update(_ order: inout RowOrder, _ column: Int?, descending: Bool = false, rows: [File] = files) -> Bool {
    comparisons.count = 0
    let sortOrder = column.map { Table.SortOrder(column: $0, isDescending: descending) }
    return order.update(sortOrder, rows: rows, by: comparisons.areInIncreasingOrder)
  }

  @Test func equalRowsKeepTheirOrderInBothDirections() {
    var order = RowOrder()
    #expect(ids(order) == "dacb")
    #expect(update(&order, 1))
    #expect(ids(order) == "bdca" && order.numbers == [3, 0, 2, 1])
    #expect(order.rows(of: files).number(of: 1) == 0)
    #expect(update(&order, 1, descending: true))
    #expect(ids(order) == "adcb")
    #expect(update(&order, 0))
    #expect(ids(order) == "abcd")
    #expect(update(&order, nil))
    #expect(ids(order) == "dacb" && order == RowOrder())
    #expect(!update(&order, nil))
  }

  @Test func nothingIsComparedAgainWithoutAChange() {
    var order = RowOrder()
    update(&order, 0)
    #expect(comparisons.count > 0)
    #expect(!update(&order, 0))
    #expect(comparisons.count == 0)
  }

  @Test func addedRowsAreMerged() {
    let rows = (0..<1_000).map { File(id: "\($0 + 1_000)", size: $0 * 37 % 500) }
    var order = RowOrder()
    update(&order, 1, rows: rows)
    // Behind all others: a comparison.
    let last = rows + [File(id: "last", size: 500)]
    #expect(!update(&order, 1, rows: last))
    #expect(comparisons.count == 1)
    #expect(order.rows(of: last).last?.id == "last")
    // Between others: at most a comparison for each row, and equal old rows stay before it.
    let more = last + [File(id: "x", size: 250), File(id: "y", size: 0)]
    #expect(update(&order, 1, rows: more))
    #expect(comparisons.count <= more.count + 10)
    #expect(
      Array(order.rows(of: more))
        == more.enumerated().sorted {
          ($0.element.size, $0.offset) < ($1.element.size, $1.offset)
        }.map(\.element)
    )
  }

  @Test func otherChangesNeedAReset() {
    var order = RowOrder()
    update(&order, 0)
    let fewer = Array(files.dropLast())
    // Without an update, the rows are shown as they are.
    #expect(ids(order, of: fewer) == "dac")
    #expect(ids(order, of: files + [File(id: "0", size: 0)]) == "abcd0")
    #expect(update(&order, 0, rows: fewer))
    #expect(ids(order, of: fewer) == "acd")
    let other = [File(id: "z", size: 0), File(id: "y", size: 0), File(id: "x", size: 0)]
    #expect(!update(&order, 0, rows: other))
    order.reset()
    update(&order, 0, rows: other)
    #expect(ids(order, of: other) == "xyz")
  }

  @Test func theRowsOfAFilterAreSorted() {
    var filter = RowFilter()
    filter.update("2", rows: files) { "\($0.size)" }
    let passing = filter.rows(of: files)
    var order = RowOrder()
    order.update(Table.SortOrder(column: 0), rows: passing, by: comparisons.areInIncreasingOrder)
    #expect(order.rows(of: passing).map(\.id) == ["c", "d"])
  }
}

@Suite struct SortedTableTests {
  private let size = TerminalSize(columns: 18, rows: 4)
  private let comparisons = Comparisons()

  private func makeTable(sortOrder: Table.SortOrder? = nil) -> SortedTable<String> {
    SortedTable(
      Table([
        Table.Column("Name", isSortable: true), Table.Column("?", width: 1),
        Table.Column("Size", width: 6, alignment: .trailing, isSortable: true),
      ]),
      sortOrder: sortOrder
    )
  }

  private func compare(column: Int, left: File, right: File) -> Bool {
    comparisons.areInIncreasingOrder(column: column == 2 ? 1 : column, left: left, right: right)
  }

  @discardableResult
  private func send(_ event: TerminalEvent, to table: inout SortedTable<String>, rows: [File] = files)
    -> SortedTable<String>.Outcome?
  {
    table.handle(event, rows: rows, size: size, id: \.id, by: compare)
  }

  private func click(_ table: inout SortedTable<String>, column: Int, row: Int) -> SortedTable<String>.Outcome? {
    send(.mouse(MouseEvent(.press(.left), at: ScreenPosition(column: column, row: row))), to: &table)
  }

  private func shown(_ table: SortedTable<String>, rows: [File] = files) -> String {
    table.screen(of: rows, size: size) { [StyledText($0.id), "-", "\($0.size)"] }.plainText(size: size)
  }

  @Test func keysSortAndReverse() {
    var table = makeTable()
    #expect(shown(table) == "  Name    ?   Size\n› d       -      2\n  a       -      3\n  c       -      2")
    #expect(send(.key("S"), to: &table) == nil)
    #expect(send(.key("s"), to: &table) == .sorted(Table.SortOrder(column: 0)))
    #expect(send(.key("s"), to: &table) == .sorted(Table.SortOrder(column: 2)))
    #expect(send(.key("S"), to: &table) == .sorted(Table.SortOrder(column: 2, isDescending: true)))
    #expect(send(.key("s"), to: &table) == .sorted(Table.SortOrder(column: 0)))
    #expect(send(.key("x"), to: &table) == nil)
  }

  @Test func theSelectionStaysOnItsRow() {
    var table = makeTable()
    #expect(send(.key(.down), to: &table) == .selected("a"))
    send(.key("s"), to: &table)
    #expect(table.selection == "a" && table.selectedRow(of: files) == 1)
    #expect(shown(table).contains("› a"))
    send(.key("S"), to: &table)
    #expect(table.selection == "a")
    // The last row is scrolled into view.
    #expect(shown(table).hasSuffix("› a       -      3"))
    #expect(send(.key(.up), to: &table) == .selected("b"))
    #expect(send(.key(.home), to: &table) == .selected("d"))
    #expect(send(.key(.up), to: &table) == .unchanged)
  }

  @Test func theFirstRowIsSelectedFromTheStart() {
    var table = makeTable()
    send(.key("s"), to: &table)
    #expect(table.selection == "d" && shown(table).contains("› d"))
  }

  @Test func clicksOnTitles() {
    var table = makeTable()
    #expect(click(&table, column: 17, row: 0) == .sorted(Table.SortOrder(column: 2)))
    #expect(click(&table, column: 12, row: 0) == .sorted(Table.SortOrder(column: 2, isDescending: true)))
    #expect(click(&table, column: 2, row: 0) == .sorted(Table.SortOrder(column: 0)))
    // The mark, a gap, and a column that isn't sortable.
    for column in [0, 1, 9, 10, 11, 18] { #expect(click(&table, column: column, row: 0) == nil, "\(column)") }
    #expect(table.sortOrder == Table.SortOrder(column: 0))
    #expect(click(&table, column: 9, row: 2) == .selected("c"))
  }

  @Test func theTitleHasAnArrow() {
    let table = makeTable().table
    func header(_ column: Int, descending: Bool = false, width: Int = 16) -> String {
      table.header(width: width, sortOrder: Table.SortOrder(column: column, isDescending: descending)).plainText
    }
    #expect(header(0) == "Name ▲  ?   Size")
    #expect(header(2, descending: true) == "Name    ? Size ▼")
    #expect(header(0, width: 12) == "… ▲ ?   Size")
    DisplayWidth.$ambiguousWidth.withValue(.wide) {
      #expect(header(2, descending: true).hasSuffix("Size v"))
      #expect(header(2).hasSuffix("Size ^"))
    }
  }

  @Test func onlySortableColumnsSort() {
    #expect(makeTable(sortOrder: Table.SortOrder(column: 1)).sortOrder == nil)
    #expect(makeTable(sortOrder: Table.SortOrder(column: 7)).sortOrder == nil)
    var fixed = SortedTable<String>(Table([Table.Column("Name")]))
    #expect(send(.key("s"), to: &fixed) == nil)
    #expect(HelpBar(fixed.keys).line(width: 40).plainText == "    Sort      Reverse")
    #expect(
      HelpBar(makeTable(sortOrder: Table.SortOrder(column: 0)).keys).line(width: 40).plainText
        == "[s] Sort  [S] Reverse"
    )
    #expect(makeTable().keys.conflictingKeys == [])
  }

  @Test func nothingIsComparedWhileTheSelectionMoves() {
    var table = makeTable(sortOrder: Table.SortOrder(column: 0))
    table.update(rows: files, id: \.id, by: compare)
    #expect(shown(table).contains("› a"))
    comparisons.count = 0
    for key: Key in [.down, .down, .up, .end] { send(.key(key), to: &table) }
    #expect(comparisons.count == 0 && table.selection == "d")
  }

  @Test func replacedRowsKeepTheSelectionWithoutAnOrder() {
    var table = makeTable()
    #expect(send(.key(.down), to: &table) == .selected("a"))
    let others: [File] = files.reversed()
    table.reset()
    table.update(rows: others, id: \.id, by: compare)
    #expect(table.selection == "a" && table.selectedRow(of: others) == 2)
  }

  @Test func addedAndReplacedRowsKeepTheSelection() {
    var table = makeTable(sortOrder: Table.SortOrder(column: 0))
    send(.key(.down), to: &table)
    #expect(table.selection == "b")
    let more = files + [File(id: "aa", size: 9)]
    table.update(rows: more, id: \.id, by: compare)
    #expect(table.selection == "b" && table.selectedRow(of: more) == 3)
    let others = [File(id: "b", size: 0), File(id: "A", size: 0), File(id: "B", size: 0), File(id: "0", size: 0)]
    table.reset()
    table.update(rows: others, id: \.id, by: compare)
    #expect(table.selection == "b" && table.selectedRow(of: others) == 0)
    table.reset()
    table.update(rows: [], id: \.id, by: compare)
    #expect(table.selection == nil && table.selectedRow(of: []) == nil)
  }
}
