import CounterpointTerminal
import Testing

@Suite struct KeyHintTests {
  @Test func aKeyStandsInBrackets() {
    let hint: StyledText = .keyHint("esc", "Back")
    #expect(hint.plainText == "[esc] Back")
    #expect(hint.runs.map(\.style.foreground) == [nil, .cyan, nil])
  }

  @Test func whatIsDisabledTakesTheSameRoom() {
    let hint: StyledText = .keyHint("esc", "Back", isDisabled: true)
    #expect(hint.plainText == "      Back")
    #expect(hint == StyledText("      Back").dim())
  }
}
