import CounterpointTerminal
import Testing

@Suite struct TerminalSizeTests {
  @Test(arguments: ["80x24", "1x1", "9999x9999", "100X30"])
  func readsWhatItWrites(text: String) throws {
    let size = try #require(TerminalSize(text))
    #expect(TerminalSize(size.description) == size)
    #expect(size.description == text.lowercased())
  }

  @Test(arguments: [
    "", "x", "80", "80x", "x24", "80x24x1", "-1x24", "+1x24", "0x24", "80x0", "80 x 24", "10000x1", "٣x٣", "1x9e3",
    "99999999999999999999x1", "80Xx24",
  ])
  func refusesAnythingElse(text: String) {
    #expect(TerminalSize(text) == nil)
  }

  @Test func isNeverNegative() {
    #expect(TerminalSize(columns: -3, rows: -1) == TerminalSize(columns: 0, rows: 0))
    #expect(TerminalSize.standard.description == "80x24")
  }
}
