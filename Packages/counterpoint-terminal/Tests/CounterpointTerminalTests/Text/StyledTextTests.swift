import CounterpointTerminal
import Testing

@Suite struct StyledTextTests {
  @Test func literalsAndInterpolationKeepStyles() {
    let count = 3
    let text: StyledText = "Count: \(StyledText("\(count)").bold()), \(count)"
    #expect(text.plainText == "Count: 3, 3")
    #expect(text.runs.map(\.style) == [.plain, Style(isBold: true), .plain])
    #expect(("\(4, style: Style(isDim: true))" as StyledText) == StyledText("4").dim())
  }

  @Test func equalTextsAreEqualRegardlessOfConstruction() {
    #expect(StyledText("ab") + StyledText("cd") == "abcd")
    #expect(StyledText("") + "" == StyledText())
    var text: StyledText = "a"
    text += "b".self
    #expect(text == "ab" && text.runs.count == 1)
    #expect(StyledText("a").bold() + StyledText("b") != "ab")
  }

  @Test func eachStylingHasItsEffect() {
    let text: StyledText = "x"
    #expect(text.bold().runs[0].style == Style(isBold: true))
    #expect(text.dim().runs[0].style == Style(isDim: true))
    #expect(text.italic().runs[0].style == Style(isItalic: true))
    #expect(text.underlined().runs[0].style == Style(isUnderlined: true))
    #expect(text.struckThrough().runs[0].style == Style(isStruckThrough: true))
    #expect(text.inverse().runs[0].style == Style(isInverse: true))
    #expect(text.foreground(.red).runs[0].style == Style(foreground: .red))
    #expect(text.background(.red).runs[0].style == Style(background: .red))
  }

  @Test func theInnerColorWins() {
    let text = (StyledText("a").foreground(.red) + "b").foreground(.blue)
    #expect(text.runs.map(\.style.foreground) == [.red, .blue])
  }

  @Test(arguments: [
    ("\u{1B}[31mred", "␛[31mred"), ("\u{1B}]0;title\u{07}", "␛]0;title␇"), ("a\tb", "a    b"), ("\u{7F}", "␡"),
    ("\u{9B}31m", "\u{FFFD}31m"), ("a\r\nb\rc\nd", "a\nb\nc\nd"), ("a\u{2028}b\u{85}c", "a\nb\nc"), ("\0", "␀"),
    ("\u{202E}txt", "\u{FFFD}txt"), ("\u{2066}x\u{2069}", "\u{FFFD}x\u{FFFD}"), ("é世", "é世"), ("\r\n\r\n", "\n\n"),
    ("\n\r", "\n\n"),
  ])
  func controlCharactersAreReplaced(outside: String, shown: String) {
    #expect(StyledText(outside).plainText == shown)
    #expect(("\(outside)" as StyledText).plainText == shown)
  }

  @Test func noControlCharacterSurvives() {
    for code in UInt32(0)...0x3000 {
      guard let scalar = Unicode.Scalar(code) else { continue }
      let shown = StyledText(String(scalar)).plainText.unicodeScalars
      #expect(!shown.contains { $0.properties.generalCategory == .control && $0 != "\n" }, "U+\(code)")
    }
  }

  @Test(arguments: ["\u{301}", "\u{200D}👩", "\u{FE0F}", "\u{1F3FD}", "\u{E0061}", "\u{94D}\u{915}", "\u{11A8}"])
  func aCharacterWithoutAnEndIsCut(repeated: String) throws {
    for base in ["e", "👩", "क", "가"] {
      let text = StyledText("x" + base + String(repeating: repeated, count: 500_000) + "y").plainText
      #expect(text.hasPrefix("x") && text.hasSuffix("y"))
      #expect(text.allSatisfy { $0.unicodeScalars.count <= 31 })
    }
  }

  @Test func aCharacterKeepsThirtyMarks() {
    let marked = "e" + String(repeating: "\u{301}", count: 30)
    #expect(StyledText(marked).plainText.unicodeScalars.count == 31)
    #expect(StyledText("👩🏽‍❤️‍💋‍👩🏿🏴󠁧󠁢󠁥󠁮󠁧󠁿").plainText == "👩🏽‍❤️‍💋‍👩🏿🏴󠁧󠁢󠁥󠁮󠁧󠁿")
    // Concatenated texts have the same limit.
    let marks = String(repeating: "\u{301}", count: 20)
    #expect(StyledText("e" + marks) + StyledText(marks + "x") == StyledText("e" + marks + marks + "x"))
    #expect((StyledText("e" + marks) + StyledText(marks + "x")).plainText.unicodeScalars.count == 32)
  }
}
