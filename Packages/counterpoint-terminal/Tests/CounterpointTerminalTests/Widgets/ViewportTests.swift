import CounterpointTerminal
import Testing

@Suite struct ViewportTests {
  private let size = TerminalSize(columns: 8, rows: 3)

  private func shown(_ viewport: Viewport, _ lines: some RandomAccessCollection<String>) -> [String] {
    viewport.screen(of: lines, size: size) { StyledText($0) }.lines.map(\.plainText)
  }

  @Test func onlyVisibleLinesAreRead() {
    let rows = ScrollingListTests.CountingRows(endIndex: 100_000)
    var viewport = Viewport()
    _ = shown(viewport, rows)
    #expect(viewport.handle(.key(.end), count: rows.count, height: 3) == .scrolled)
    _ = shown(viewport, rows)
    let reads = Array(rows.reads.rows.prefix(9))
    #expect(reads == [0, 1, 2, 99_997, 99_998, 99_999])
  }

  @Test func aFollowingViewportShowsAddedLines() {
    var viewport = Viewport(isFollowing: true)
    #expect(shown(viewport, ["a", "b", "c", "d"]) == ["b", "c", "d"])
    #expect(shown(viewport, ["a", "b", "c", "d", "e"]) == ["c", "d", "e"])
    #expect(viewport.handle(.key(.up), count: 5, height: 3) == .scrolled)
    #expect(!viewport.isFollowing)
    #expect(shown(viewport, ["a", "b", "c", "d", "e", "f"]) == ["b", "c", "d"])
    #expect(viewport.handle(.key(.end), count: 6, height: 3) == .scrolled)
    #expect(shown(viewport, ["a", "b", "c", "d", "e", "f", "g"]) == ["e", "f", "g"])
    // At the end, a key down doesn't end following.
    #expect(viewport.handle(.key(.down), count: 7, height: 3) == .unchanged)
    #expect(viewport.isFollowing)
  }

  @Test(
    arguments: [
      (.down, 0, 1), (.down, 7, 7), (.up, 0, 0), (.up, 4, 3), (.pageDown, 0, 2), (.pageDown, 6, 7), (.pageUp, 5, 3),
      (.pageUp, 1, 0), (.home, 5, 0), (.end, 0, 7),
    ] as [(Key, Int, Int)]
  )
  func keysScroll(key: Key, from: Int, to: Int) {
    var viewport = Viewport(firstLine: from)
    let outcome = viewport.handle(.key(key), count: 10, height: 3)
    #expect(viewport.visibleLines(count: 10, height: 3).lowerBound == to)
    #expect(outcome == (from == to ? .unchanged : .scrolled))
  }

  @Test func columnsScroll() {
    var viewport = Viewport()
    #expect(viewport.handle(.key(.left), count: 1, height: 3) == .unchanged)
    #expect(viewport.handle(.key(.right), count: 1, height: 3) == .scrolled)
    #expect(shown(viewport, ["0123456789abcdefghij"]) == ["89abcdef"])
    // Half of a wide character at the edge is a blank.
    #expect(shown(viewport, ["0123456世界"]) == [" 界"])
    #expect(viewport.perform(.scrollColumns(-3), count: 1, height: 3) == .scrolled)
    #expect(viewport.firstColumn == 5)
    #expect(viewport.handle(.key(.left), count: 1, height: 3) == .scrolled)
    #expect(viewport.firstColumn == 0)
  }

  @Test func theWheelScrolls() {
    var viewport = Viewport(firstLine: 4)
    let position = ScreenPosition(column: 0, row: 0)
    #expect(viewport.handle(.mouse(MouseEvent(.scrollUp, at: position)), count: 10, height: 3) == .scrolled)
    #expect(viewport.firstLine == 1)
    #expect(viewport.handle(.mouse(MouseEvent(.scrollDown, at: position)), count: 10, height: 3) == .scrolled)
    #expect(viewport.firstLine == 4)
    #expect(viewport.handle(.mouse(MouseEvent(.press(.left), at: position)), count: 10, height: 3) == nil)
  }

  @Test func aShownLineIsVisible() {
    for count in 0...8 {
      for height in 0...5 {
        for line in 0..<count {
          var viewport = Viewport(isFollowing: true)
          viewport.show(line, count: count, height: height)
          let visible = viewport.visibleLines(count: count, height: height)
          #expect(height == 0 || visible.contains(line))
          #expect(visible.count == min(count, height))
        }
      }
    }
    var viewport = Viewport(isFollowing: true)
    viewport.show(9, count: 10, height: 3)
    #expect(viewport.isFollowing)
  }

  @Test func otherEventsAreIgnored() {
    var viewport = Viewport(firstLine: 2)
    for event: TerminalEvent in [.key("j"), .key(.enter), .paste("x"), .resumed] {
      #expect(viewport.handle(event, count: 10, height: 3) == nil)
    }
    #expect(viewport == Viewport(firstLine: 2))
    #expect(Viewport(firstLine: -1, firstColumn: -2) == Viewport())
  }
}
