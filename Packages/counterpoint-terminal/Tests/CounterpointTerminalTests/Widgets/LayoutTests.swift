import CounterpointTerminal
import Testing

@Suite struct LayoutTests {
  private func filled(_ letter: String, _ size: TerminalSize) -> Screen {
    Screen(Array(repeating: StyledText(String(repeating: letter, count: size.columns + 1)), count: size.rows + 1))
  }

  private func frames(_ layout: Layout, _ columns: Int, _ rows: Int) -> [[Int]] {
    layout.frames(in: TerminalSize(columns: columns, rows: rows)).map {
      [$0.origin.column, $0.origin.row, $0.size.columns, $0.size.rows]
    }
  }

  @Test func theBarIsAtTheBottom() {
    let layout = Layout.rows([
      .line { _ in "title" }, .fill { _ in ["body"] }, .line { _ in "bar" },
    ])
    let size = TerminalSize(columns: 8, rows: 5)
    #expect(layout.screen(size: size).lines.map(\.plainText) == ["title", "body", "", "", "bar"])
    #expect(frames(layout, 8, 5) == [[0, 0, 8, 1], [0, 1, 8, 3], [0, 4, 8, 1]])
    #expect(frames(layout, 8, 2) == [[0, 0, 8, 1], [0, 1, 8, 0], [0, 1, 8, 1]])
  }

  @Test func partsAreCutAndPadded() {
    let layout = Layout.columns(
      gap: 1,
      [.fixed(2) { filled("a", $0) }, .content { _ in ["bbb", "b"] }, .fill { filled("c", $0) }]
    )
    let size = TerminalSize(columns: 10, rows: 2)
    #expect(layout.screen(size: size).plainText(size: size) == "aa bbb ccc\naa b   ccc")
  }

  @Test func fillsShareTheRestByWeight() {
    func widths(_ columns: Int, _ weights: Int...) -> [Int] {
      let layout = Layout.columns(weights.map { .fill(weight: $0) { _ in [] } })
      return frames(layout, columns, 1).map { $0[2] }
    }
    #expect(widths(10, 1, 1) == [5, 5])
    #expect(widths(10, 2, 1) == [6, 4])
    #expect(widths(11, 1, 1, 1).reduce(0, +) == 11)
    #expect(widths(7, 0, 1) == [0, 7])
    #expect(widths(0, 1, 1) == [0, 0])
  }

  @Test func contentIsAsLongAsItsLines() {
    let layout = Layout.rows([
      .content(atMost: 2) { _ in ["1", "2", "3"] }, .content { _ in [] }, .fill { _ in ["rest"] },
    ])
    #expect(frames(layout, 4, 6) == [[0, 0, 4, 2], [0, 2, 4, 0], [0, 2, 4, 4]])
    #expect(layout.screen(size: TerminalSize(columns: 4, rows: 6)).lines.map(\.plainText) == ["1", "2", "rest"])
  }

  @Test func inASmallSpaceFixedPartsComeFirst() {
    let layout = Layout.rows([.content { _ in ["a", "b"] }, .fill { _ in ["c"] }, .fixed(1) { _ in ["bar"] }])
    #expect(frames(layout, 3, 2) == [[0, 0, 3, 1], [0, 1, 3, 0], [0, 1, 3, 1]])
    #expect(layout.screen(size: TerminalSize(columns: 3, rows: 0)) == Screen())
    #expect(Layout.rows([]).screen(size: .standard) == Screen())
  }

  @Test func theFirstVisibleCursorIsShown() {
    let layout = Layout.rows([
      .fixed(1) { _ in Screen(["a", "hidden"], cursor: ScreenPosition(column: 0, row: 1)) },
      .fill { _ in
        Layout.columns([
          .fixed(3) { _ in ["b"] },
          .fill { _ in Screen(["c"], cursor: ScreenPosition(column: 1, row: 0)) },
        ])
        .screen(size: TerminalSize(columns: 9, rows: 3))
      },
    ])
    let screen = layout.screen(size: TerminalSize(columns: 9, rows: 4))
    #expect(screen.plainText(size: .standard) == "a\nb  c")
    #expect(screen.cursor == ScreenPosition(column: 4, row: 1))
  }

  /// Frames neither overlap nor leave the layout.
  @Test func framesAreInTheLayout() {
    let lengths: [Layout.Length] = [
      .fixed(0), .fixed(3), .content(atMost: 2), .content(atMost: .max), .fill(weight: 1), .fill(weight: 3),
    ]
    for first in lengths {
      for second in lengths {
        for gap in 0...2 {
          for rows in 0...9 {
            let parts = [first, second].map { Layout.Part($0) { filled("x", $0) } }
            let frames = Layout(.rows, gap: gap, parts).frames(in: TerminalSize(columns: 5, rows: rows))
            #expect(frames[0].size.rows + frames[1].size.rows <= max(rows - gap, 0))
            #expect(frames[1].origin.row == frames[0].size.rows + gap)
          }
        }
      }
    }
  }
}
