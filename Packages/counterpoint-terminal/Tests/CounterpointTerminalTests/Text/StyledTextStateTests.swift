import CounterpointCore
import CounterpointTerminal
import Testing

@Suite struct StyledTextStateTests {
  @Test func stylesAreConverted() {
    let text = TextState("a")
    #expect(StyledText(text) == "a")
    #expect(StyledText(text.bold()) == StyledText("a").bold())
    #expect(StyledText(text.italic()) == StyledText("a").italic())
    #expect(StyledText(text.underline()) == StyledText("a").underlined())
    #expect(StyledText(text.strikethrough()) == StyledText("a").struckThrough())
    #expect(StyledText(text.foregroundColor(.purple)) == StyledText("a").foreground(.magenta))
    #expect(
      StyledText(text.foregroundColor(.rgb(red: 1, green: 2, blue: 3)))
        == StyledText("a").foreground(.rgb(red: 1, green: 2, blue: 3))
    )
  }

  @Test func namedColorsBecomeThemeColors() {
    let colors: [TextState.Color] = [
      .black, .blue, .brown, .cyan, .gray, .green, .indigo, .orange, .pink, .purple, .red, .teal, .white, .yellow,
    ]
    let shown = colors.map { StyledText(TextState("a").foregroundColor($0)).runs[0].style.foreground }
    #expect(Set(shown).count == colors.count)
    let exact = shown.filter { if case .rgb = $0 { true } else { false } }
    #expect(exact.count == 5)
  }

  @Test func partsKeepTheirStyles() {
    let text = TextState("Delete ") + TextState("a.txt").bold() + TextState("?")
    #expect(StyledText(text) == "Delete \(StyledText("a.txt").bold())?")
  }

  @Test func outputContainsNoForeignEscapeCodes() {
    let text = TextState("\u{1B}[2J").bold() + TextState("a\r\n\u{202E}b")
    #expect(StyledText(text).plainText == "␛[2Ja\n\u{FFFD}b")
  }
}
