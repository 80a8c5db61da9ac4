import CounterpointTerminal
import Testing

@Suite struct SelectListTests {
  private let options = ["red", "green", "blue"]
  private let size = TerminalSize(columns: 12, rows: 3)

  private func shown(_ list: SelectList<String>) -> [String] {
    list.screen(of: options, size: size) { StyledText($0) }.lines.map(\.plainText)
  }

  @Test func oneOptionIsChosen() {
    var list = SelectList<String>(.one, chosen: ["red"])
    #expect(shown(list) == ["› (*) red   ", "  ( ) green", "  ( ) blue"])
    #expect(list.handle(.key(" "), options: options, height: 3) == .unchanged)
    #expect(list.handle(.key(.down), options: options, height: 3) == .cursorMoved)
    #expect(list.handle(.key(" "), options: options, height: 3) == .chosen)
    #expect(list.chosen == ["green"])
    #expect(list.handle(.key("a"), options: options, height: 3) == nil)
    #expect(shown(list) == ["  ( ) red", "› (*) green ", "  ( ) blue"])
  }

  @Test func severalOptionsAreChosen() {
    var list = SelectList<String>(.many)
    #expect(list.handle(.key(" "), options: options, height: 3) == .chosen)
    #expect(list.handle(.key(.end), options: options, height: 3) == .cursorMoved)
    #expect(list.handle(.key(.end), options: options, height: 3) == .unchanged)
    #expect(list.handle(.key(" "), options: options, height: 3) == .chosen)
    #expect(shown(list) == ["  [x] red", "  [ ] green", "› [x] blue  "])
    #expect(list.handle(.key(" "), options: options, height: 3) == .chosen)
    #expect(list.chosen == ["red"])
    #expect(list.handle(.key("a"), options: options, height: 3) == .chosen)
    #expect(list.chosen == Set(options))
    #expect(list.handle(.key("a"), options: options, height: 3) == .chosen)
    #expect(list.chosen == [])
  }

  @Test func aClickChooses() {
    var list = SelectList<String>(.many)
    let click = TerminalEvent.mouse(MouseEvent(.press(.left), at: ScreenPosition(column: 3, row: 2)))
    #expect(list.handle(click, options: options, height: 3) == .chosen)
    #expect(list.chosen == ["blue"])
    #expect(list.handle(click, options: [String](), height: 3) == nil)
  }

  @Test func theHelpNamesTheKeys() {
    #expect(HelpBar(SelectList<String>(.many).keys).line(width: 40).plainText == "[space] Choose  [a] All")
  }
}

@Suite struct TreeListTests {
  private struct File {
    let name: String
    var files: [File]?
  }

  private let roots = [
    File(name: "Sources", files: [File(name: "Core", files: [File(name: "a.swift")]), File(name: "b.swift")]),
    File(name: "README"), File(name: "Empty", files: []),
  ]
  private let size = TerminalSize(columns: 20, rows: 9)

  private func rows(_ tree: TreeList<String>) -> [TreeList<String>.Row<File>] {
    tree.rows(of: roots, id: \.name, children: \.files)
  }

  private func shown(_ tree: TreeList<String>) -> String {
    tree.screen(of: rows(tree), size: size) { StyledText($0.name) }.plainText(size: size)
  }

  @Test func branchesAreExpandedAndCollapsed() {
    var tree = TreeList<String>()
    func press(_ key: Key) -> TreeList<String>.Outcome? { tree.handle(.key(key), rows: rows(tree), height: 9) }
    #expect(shown(tree) == "› ▸ Sources\n    README\n  ▸ Empty")
    #expect(press(.right) == .expanded("Sources"))
    #expect(press(.right) == .selected("Core"))
    #expect(press(.enter) == .expanded("Core"))
    #expect(shown(tree) == "  ▾ Sources\n›   ▾ Core\n        a.swift\n      b.swift\n    README\n  ▸ Empty")
    #expect(press(.down) == .selected("a.swift"))
    #expect(press(.right) == .unchanged)
    #expect(press(.left) == .selected("Core"))
    #expect(press(.left) == .collapsed("Core"))
    #expect(press(.left) == .selected("Sources"))
    // A leaf below a branch of the same depth: the branch above both is selected.
    #expect(press(.down) == .selected("Core"))
    #expect(press(.down) == .selected("b.swift"))
    #expect(press(.left) == .selected("Sources"))
    #expect(press(" ") == .collapsed("Sources"))
    #expect(press(.left) == .unchanged)
    #expect(press(.end) == .selected("Empty"))
    #expect(press(.right) == .expanded("Empty"))
    #expect(press(.right) == .unchanged)
    #expect(press(.tab) == nil)
  }

  @Test func onlyExpandedBranchesAreRead() {
    var read: [String] = []
    _ = TreeList<String>(expanded: ["Sources"]).rows(of: roots, id: \.name) { file in
      read.append(file.name)
      return file.files
    }
    #expect(read == ["Sources", "Core", "b.swift", "README", "Empty"])
  }

  @Test func aDeepTreeNeedsNoDeepStack() {
    let tree = TreeList<Int>(expanded: Set(0..<100_000))
    let rows = tree.rows(of: [0], id: { $0 }, children: { [$0 + 1] })
    #expect(rows.count == 100_001)
    #expect(rows.last?.depth == 100_000)
  }

  @Test func aClickExpandsABranch() {
    var tree = TreeList<String>()
    func click(row: Int) -> TreeList<String>.Outcome? {
      let event = MouseEvent(.press(.left), at: ScreenPosition(column: 4, row: row))
      return tree.handle(.mouse(event), rows: rows(tree), height: 9)
    }
    #expect(click(row: 0) == .expanded("Sources"))
    #expect(click(row: 2) == .selected("b.swift"))
    #expect(click(row: 8) == nil)
    #expect(tree.selectedRow(of: rows(tree))?.id == "b.swift")
  }
}

@Suite struct ProgressTests {
  @Test func theSpinnerRunsAround() {
    var spinner = Spinner(frames: ["a", "b"])
    #expect(spinner.text.plainText == "a")
    spinner.advance()
    #expect(spinner.text.plainText == "b")
    spinner.advance()
    #expect(spinner == Spinner(frames: ["a", "b"]))
    var none = Spinner(frames: [])
    none.advance()
    #expect(none.text == "")
    #expect(Set(Spinner.dots.map { DisplayWidth.of($0) }) == [1])
    #expect(Set(Spinner.line.map { DisplayWidth.of($0) }) == [1])
  }

  @Test(arguments: [
    (0.0, "░░░░   0%"), (0.5, "██░░  50%"), (0.999, "███░  99%"), (1.0, "████ 100%"), (7.0, "████ 100%"),
  ])
  func theBarShowsTheDonePart(fraction: Double, line: String) {
    #expect(ProgressBar(fraction).line(width: 9).plainText == line)
  }

  @Test func inaccurateNumbersAreClamped() {
    #expect(ProgressBar(-1).percent == 0)
    #expect(ProgressBar(.nan).percent == 0)
    #expect(ProgressBar(.infinity).percent == 100)
    #expect(ProgressBar(1, of: 3).percent == 33)
    #expect(ProgressBar(0, of: 0).percent == 100)
    #expect(ProgressBar(0.5).line(width: 5).plainText == " 50%")
    #expect(ProgressBar(0.5).line(width: 2).plainText == " 5")
    #expect(ProgressBar(0.5).bar(width: -1) == "")
  }

  @Test func theRestTakesTimeInProportion() {
    #expect(ProgressBar(0.25).remainingTime(elapsed: .seconds(10)) == .seconds(30))
    #expect(ProgressBar(1).remainingTime(elapsed: .seconds(10)) == .zero)
    #expect(ProgressBar(0).remainingTime(elapsed: .seconds(10)) == nil)
  }

  @Test func wideTerminalsGetASCII() {
    DisplayWidth.$ambiguousWidth.withValue(.wide) {
      #expect(ProgressBar(0.5).line(width: 9).plainText == "##--  50%")
    }
  }
}
