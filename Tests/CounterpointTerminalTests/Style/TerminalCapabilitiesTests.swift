import CounterpointTerminal
import Testing

@Suite struct TerminalCapabilitiesTests {
  @Test(arguments: [
    (["TERM": "xterm"], ColorSupport.ansi16, true),
    (["TERM": "xterm-256color"], .palette256, true),
    (["TERM": "xterm-direct"], .trueColor, true),
    (["TERM": "xterm", "COLORTERM": "truecolor"], .trueColor, true),
    (["TERM": "xterm", "COLORTERM": "24bit"], .trueColor, true),
    (["TERM": "xterm", "COLORTERM": "yes"], .ansi16, true),
    (["TERM": "xterm-256color", "NO_COLOR": "1"], ColorSupport.none, true),
    (["TERM": "xterm-256color", "NO_COLOR": ""], .palette256, true),
    (["TERM": "dumb", "COLORTERM": "truecolor"], ColorSupport.none, false),
    (["TERM": ""], ColorSupport.none, false),
    ([:], ColorSupport.none, false),
  ])
  func areFoundInTheEnvironment(environment: [String: String], colors: ColorSupport, addressing: Bool) {
    let found = TerminalCapabilities(environment: environment)
    #expect(found == TerminalCapabilities(colorSupport: colors, canAddressCursor: addressing))
  }

  @Test func colorSupportIsOrdered() {
    #expect(ColorSupport.allCases.sorted() == [.none, .ansi16, .palette256, .trueColor])
  }
}
