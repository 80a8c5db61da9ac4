import CounterpointTerminal
import CounterpointTestSupport
import Testing

@Suite struct ScreenRendererPropertyTests {
  private static let pieces = [
    "a", "b", "xyz", " ", "  ", "é", "e\u{301}", "世", "界", "😀", "👩‍👩‍👧", "🇩🇪", "1️⃣", "❤️", "─",
    "\u{301}", "\u{200D}", "ที่", "का", "คำ", "ष्ट्र", "ｶﾞ", "\u{4DC0}", "\u{378}",
  ]

  private static func style(_ generator: inout SeededGenerator) -> Style {
    let colors: [Color?] = [nil, nil, .red, .brightGreen, .palette(130), .rgb(red: 9, green: 99, blue: 199)]
    let flag = { (generator: inout SeededGenerator) in Int.random(in: 0..<4, using: &generator) == 0 }
    return Style(
      isBold: flag(&generator),
      isDim: flag(&generator),
      isItalic: flag(&generator),
      isUnderlined: flag(&generator),
      isStruckThrough: flag(&generator),
      isInverse: flag(&generator),
      foreground: colors.randomElement(using: &generator) ?? nil,
      background: colors.randomElement(using: &generator) ?? nil
    )
  }

  private static func line(_ generator: inout SeededGenerator) -> StyledText {
    var text = StyledText()
    for _ in 0..<Int.random(in: 0...8, using: &generator) {
      let isPlain = Bool.random(using: &generator)
      let style = isPlain ? .plain : style(&generator)
      text += StyledText(pieces.randomElement(using: &generator) ?? "", style: style)
    }
    return text
  }

  /// Returns a new screen, or the same screen with one changed line.
  private static func step(after screen: Screen, _ generator: inout SeededGenerator) -> Screen {
    var lines = screen.lines
    if lines.isEmpty || Int.random(in: 0..<4, using: &generator) == 0 {
      lines = (0..<Int.random(in: 0...7, using: &generator)).map { _ in line(&generator) }
    } else {
      lines[Int.random(in: 0..<lines.count, using: &generator)] = line(&generator)
    }
    let cursor = ScreenPosition(
      column: Int.random(in: -1...14, using: &generator),
      row: Int.random(in: -1...7, using: &generator)
    )
    return Screen(lines, cursor: Bool.random(using: &generator) ? cursor : nil)
  }

  /// Computes the expected content of a terminal, cell by cell.
  private static func expectation(
    _ screen: Screen,
    _ size: TerminalSize,
    _ support: ColorSupport
  ) -> [[TerminalEmulator.Cell]] {
    (0..<size.rows).map { row in
      var cells: [TerminalEmulator.Cell] = []
      for run in row < screen.lines.count ? screen.lines[row].runs : [] {
        let style = run.style.degraded(to: support)
        for character in run.text where DisplayWidth.of(character) > 0 {
          let width = DisplayWidth.of(character)
          guard cells.count < size.columns else { continue }
          if width > max(size.columns, 2) {
            // The rest of the row stays empty.
            cells.append(.init(text: "\u{FFFD}", style: style))
            return Array((cells + Array(repeating: .blank, count: size.columns)).prefix(size.columns))
          }
          if cells.count + width > size.columns {
            cells += Array(repeating: .init(text: " ", style: style), count: size.columns - cells.count)
          } else {
            cells.append(.init(text: String(character), style: style))
            cells += Array(repeating: .init(text: "", style: style), count: width - 1)
          }
        }
      }
      return Array((cells + Array(repeating: .blank, count: size.columns)).prefix(size.columns))
    }
  }

  @Test(arguments: 1...20) func theTerminalAlwaysShowsTheScreen(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var size = TerminalSize(columns: 12, rows: 5)
    let support = ColorSupport.allCases[Int(seed % 4)]
    var renderer = ScreenRenderer(colorSupport: support)
    // The emulator has one picture for each sequence of emoji.
    renderer.clusterWidths.joined = .one
    var emulator = TerminalEmulator(size: size, filledWith: "#")
    var screen = Screen()
    for step in 0..<150 {
      screen = Self.step(after: screen, &generator)
      if Int.random(in: 0..<12, using: &generator) == 0 {
        size = TerminalSize(
          columns: Int.random(in: 1...14, using: &generator),
          rows: Int.random(in: 1...7, using: &generator)
        )
        // After a resize, the content of the terminal is arbitrary.
        emulator.resize(to: size, filledWith: "#")
        renderer.invalidate()
      }
      emulator.feed(renderer.render(screen, size: size))
      #expect(emulator.cells == Self.expectation(screen, size, support), "seed \(seed), step \(step)")
      let cursor = screen.cursor.flatMap { cursor in
        (0..<size.columns).contains(cursor.column) && (0..<size.rows).contains(cursor.row) ? cursor : nil
      }
      #expect(emulator.isCursorVisible == (cursor != nil))
      if let cursor { #expect(emulator.cursor == cursor) }
      #expect(emulator.style == .plain && !emulator.isInsideFrame)
      #expect(emulator.unknownCodes == [])
      #expect(renderer.render(screen, size: size) == [])
    }
  }

  @Test func oneChangedCellWritesOneCharacter() {
    let size = TerminalSize(columns: 40, rows: 10)
    var renderer = ScreenRenderer(colorSupport: .ansi16)
    var emulator = TerminalEmulator(size: size)
    let lines = [StyledText](repeating: StyledText(String(repeating: "x", count: 40)), count: 10)
    emulator.feed(renderer.render(Screen(lines), size: size))
    for column in 0..<40 {
      var changed = lines
      changed[5] = StyledText(String(repeating: "x", count: column) + "y" + String(repeating: "x", count: 39 - column))
      let before = emulator.writes
      emulator.feed(renderer.render(Screen(changed), size: size))
      // The current line, and the previously changed one.
      #expect(emulator.writes - before <= 2)
    }
  }
}
