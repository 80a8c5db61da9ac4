import CounterpointTerminal
import Testing

@Suite struct ScreenRendererTests {
  private static let size = TerminalSize(columns: 20, rows: 4)

  /// Returns the output of a renderer for a second screen after a first one.
  private func change(from first: Screen, to second: Screen, size: TerminalSize = size) -> String {
    var renderer = ScreenRenderer(colorSupport: .trueColor)
    _ = renderer.render(first, size: size)
    let text = String(decoding: renderer.render(second, size: size), as: UTF8.self)
    let (begin, end) = ("\u{1B}[?2026h", "\u{1B}[?2026l")
    guard text.hasPrefix(begin), text.hasSuffix(end) else { return text }
    return String(text.dropFirst(begin.count).dropLast(end.count))
  }

  @Test func anUnchangedScreenWritesNothing() {
    let screen = Screen(["a世😀", StyledText("x").bold()], cursor: ScreenPosition(column: 1, row: 1))
    #expect(change(from: screen, to: screen) == "")
    // Trailing blanks, unsupported colors and lines below the terminal make no visible difference.
    #expect(change(from: ["a", "b"], to: ["a   ", "b", ""]) == "")
    #expect(change(from: [], to: ["", "", "", "", "below"]) == "")
    var renderer = ScreenRenderer(colorSupport: .none)
    _ = renderer.render([StyledText("a").foreground(.red)], size: Self.size)
    #expect(renderer.render([StyledText("a").foreground(.blue)], size: Self.size) == [])
  }

  @Test func onlyTheDifferenceIsWritten() {
    #expect(change(from: ["hello"], to: ["hallo"]) == "\u{1B}[1;2Ha")
    #expect(change(from: ["hello"], to: ["hEllO"]) == "\u{1B}[1;2HEllO")
    #expect(change(from: ["hello you"], to: ["hEllo yoU"]) == "\u{1B}[1;2HE\u{1B}[6CU")
    #expect(change(from: [], to: ["a b    c"]) == "\u{1B}[Ha b\u{1B}[4Cc")
    #expect(change(from: ["abc"], to: ["aXY"]) == "\u{1B}[1;2HXY")
    #expect(change(from: ["a", "b"], to: ["a", "B"]) == "\u{1B}[2HB")
    #expect(change(from: ["abcdef"], to: ["ab"]) == "\u{1B}[1;3H\u{1B}[K")
    #expect(change(from: ["a"], to: ["X"]) == "\u{1B}[HX")
  }

  @Test func styleCodesAreMinimal() {
    let red = StyledText("red").foreground(.red)
    #expect(change(from: [], to: [red]) == "\u{1B}[H\u{1B}[31mred\u{1B}[m")
    #expect(
      change(from: [], to: [red + StyledText("X").foreground(.red).bold()]) == "\u{1B}[H\u{1B}[31mred\u{1B}[1mX\u{1B}[m"
    )
    #expect(
      change(from: [], to: [StyledText("a").bold().underlined() + StyledText("b").bold() + "c"])
        == "\u{1B}[H\u{1B}[1;4ma\u{1B}[24mb\u{1B}[mc"
    )
    #expect(change(from: [], to: [StyledText("x").background(.palette(99))]) == "\u{1B}[H\u{1B}[48;5;99mx\u{1B}[m")
    #expect(change(from: [], to: [StyledText("x").foreground(.brightCyan)]) == "\u{1B}[H\u{1B}[96mx\u{1B}[m")
    #expect(change(from: [], to: [StyledText("x").background(.brightRed)]) == "\u{1B}[H\u{1B}[101mx\u{1B}[m")
  }

  @Test func theCursorIsHiddenUnlessTheScreenHasOne() {
    let cursor = ScreenPosition(column: 2, row: 1)
    #expect(change(from: ["a"], to: Screen(["a"], cursor: cursor)) == "\u{1B}[2;3H\u{1B}[?25h")
    #expect(change(from: Screen(["a"], cursor: cursor), to: ["a"]) == "\u{1B}[?25l")
    let outside = ScreenPosition(column: 20, row: 0)
    #expect(change(from: ["a"], to: Screen(["a"], cursor: outside)) == "")
  }

  @Test func uncertainWidthsDoNotCorruptTheScreen() {
    // Writes blanks first, positions the cursor, and rewrites the rest of the row.
    let family = "👩‍👩‍👧"
    #expect(change(from: ["abcde"], to: ["\(family)cde"]) == "\u{1B}[H  \u{1B}[2D\(family)\u{1B}[1;3Hcde\u{1B}[K")
    #expect(change(from: ["abcde"], to: ["世cde"]) == "\u{1B}[H世")
  }

  /// Returns the written character between blanks and the next absolute position.
  private func written(_ text: String, at column: Int = 0, on answers: [Int]? = nil) -> String {
    var renderer = ScreenRenderer(colorSupport: .none)
    if let answers, let widths = ClusterWidths(answers: answers) { renderer.clusterWidths = widths }
    let line = StyledText(String(repeating: "x", count: column) + text + "|")
    let bytes = renderer.render([line], size: TerminalSize(columns: column + 8, rows: 1))
    let output = String(decoding: bytes, as: UTF8.self)
    return output.split(separator: "D").last?.split(separator: "\u{1B}").first.map(String.init) ?? ""
  }

  @Test func picturesAreNotCutInHalf() {
    let (xterm, tmux, konsole) = ([2, 2, 3, 1, 4, 4], [2, 2, 3, 1, 2, 4], [2, 2, 3, 1, 2, 2])
    #expect(written("🧑\u{200D}🌾", on: xterm) == "🧑")
    #expect(written("🧑\u{200D}🌾", on: tmux) == "🧑\u{200D}🌾")
    #expect(written("👍\u{1F3FD}", on: tmux) == "👍")
    #expect(written("👍\u{1F3FD}", on: konsole) == "👍\u{1F3FD}")
    #expect(written("🧑\u{1F3FD}\u{200D}🌾", on: tmux) == "🧑\u{200D}🌾")
    #expect(written("🧑\u{1F3FD}\u{200D}🌾", on: konsole) == "🧑\u{1F3FD}\u{200D}🌾")
    #expect(written("❤\u{FE0F}", on: xterm) == "❤\u{FE0F}")
    // Without an answer, a sequence is written if all of its pictures have room. At the edge they would overwrite the
    // first one.
    #expect(written("🧑\u{200D}🌾") == "🧑\u{200D}🌾")
    #expect(written("👨\u{200D}👩\u{200D}👧\u{200D}👦👨\u{200D}👩\u{200D}👧\u{200D}👦") == "👨")
  }

  @Test func aVowelOfHangulWithoutAConsonantHasACellOfItsOwn() {
    #expect(codes(written("\u{1161}")) == [0x115F, 0x1161])
  }

  /// kitty gives each part of a syllable a column.
  @Test func aSyllableOfHangulIsWrittenAsOneCodePoint() {
    #expect(codes(written("\u{1112}\u{1161}\u{11AB}")) == [0xD55C])
    #expect(codes(written("\u{1100}\u{1161}")) == [0xAC00])
    #expect(codes(written("가\u{11A8}")) == [0xAC01])
    #expect(codes(written("\u{1112}\u{119E}")) == [0x1112, 0x119E])
    #expect(codes(written("각\u{11A8}")) == [0xAC01, 0x11A8])
  }

  private func codes(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

  @Test func otherWidthsDrawEverything() {
    var renderer = ScreenRenderer(colorSupport: .none)
    _ = renderer.render(["का|"], size: Self.size)
    renderer.clusterWidths.spacingMark = 0
    let output = String(decoding: renderer.render(["का|"], size: Self.size), as: UTF8.self)
    #expect(output.contains("का\u{1B}[1;2H|"))
  }

  @Test func aSyllableThatIsWiderThanTheTerminalIsReplaced() {
    var emulator = TerminalEmulator(size: TerminalSize(columns: 5, rows: 1), filledWith: "#")
    var renderer = ScreenRenderer(colorSupport: .none)
    emulator.feed(renderer.render([StyledText("ab क" + String(repeating: "\u{93E}", count: 9))], size: emulator.size))
    #expect(emulator.rows == ["ab \u{FFFD} "])
  }

  @Test func aNewSizeOrAnInvalidationDrawsEverything() {
    var renderer = ScreenRenderer(colorSupport: .ansi16)
    let first = renderer.render(["ab"], size: Self.size)
    renderer.invalidate()
    #expect(renderer.render(["ab"], size: Self.size) == first)
    #expect(String(decoding: first, as: UTF8.self).contains("\u{1B}[2J"))
    let resized = renderer.render(["ab"], size: TerminalSize(columns: 21, rows: 4))
    #expect(String(decoding: resized, as: UTF8.self).contains("\u{1B}[2J"))
  }

  @Test func aWideCharacterAcrossTheEdgeIsABlank() {
    var emulator = TerminalEmulator(size: TerminalSize(columns: 3, rows: 1), filledWith: "#")
    var renderer = ScreenRenderer(colorSupport: .none)
    emulator.feed(renderer.render(["世界"], size: emulator.size))
    #expect(emulator.rows == ["世 "])
  }

  @Test func emptySizesAreSupported() {
    var renderer = ScreenRenderer(colorSupport: .none)
    let bytes = renderer.render(
      Screen(["abc"], cursor: ScreenPosition(column: 0, row: 0)),
      size: TerminalSize(columns: 0, rows: 0)
    )
    #expect(!String(decoding: bytes, as: UTF8.self).contains("a"))
  }

  @Test(arguments: [(AmbiguousWidth.narrow, "\u{1B}[1;2H"), (.wide, "\u{1B}[1;3H")])
  func ambiguousCharactersUseTheTerminalsWidth(width: AmbiguousWidth, place: String) {
    var renderer = ScreenRenderer(colorSupport: .none, ambiguousWidth: width)
    _ = renderer.render(["±a"], size: .standard)
    #expect(String(decoding: renderer.render(["±b"], size: .standard), as: UTF8.self).contains(place + "b"))
  }
}
