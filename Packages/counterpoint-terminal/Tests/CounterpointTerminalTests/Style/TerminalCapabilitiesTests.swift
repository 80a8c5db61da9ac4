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
    (["TERM": "unknown"], ColorSupport.none, false),
    (["TERM": "vt100"], ColorSupport.none, true),
    (["TERM": "vt220-8bit"], ColorSupport.none, true),
    (["TERM": "xterm-vt220"], ColorSupport.none, true),
    (["TERM": "vt525"], .ansi16, true),
    (["TERM": "vte"], .ansi16, true),
    (["TERM": "linux-m"], ColorSupport.none, true),
    (["TERM": "xterm-mono", "COLORTERM": "truecolor"], ColorSupport.none, true),
    (["TERM": "linux"], .ansi16, true),
    (["TERM": "xterm-16color"], .ansi16, true),
    (["TERM": "rxvt-unicode-256color"], .palette256, true),
    (["TERM": "screen-256color-bce"], .palette256, true),
    (["TERM": "xterm-kitty"], .trueColor, true),
    (["TERM": "alacritty"], .trueColor, true),
    (["TERM": "foot"], .trueColor, true),
    (["TERM": "foot-extra"], .trueColor, true),
    (["TERM": "wezterm"], .trueColor, true),
    (["TERM": "xterm-ghostty"], .trueColor, true),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], .trueColor, true),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "vscode"], .trueColor, true),
    (["TERM": "xterm", "TERM_PROGRAM": "mintty"], .trueColor, true),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], .palette256, true),
    (["TERM": "xterm", "TERM_PROGRAM": "Apple_Terminal"], .palette256, true),
    (["TERM": "xterm-256color", "WT_SESSION": "b1"], .trueColor, true),
    (["TERM": "xterm-256color", "WT_SESSION": "b1", "NO_COLOR": "yes"], ColorSupport.none, true),
    (["TERM": "xterm-256color", "VTE_VERSION": "7006"], .trueColor, true),
    (["TERM": "xterm-256color", "VTE_VERSION": "3409"], .palette256, true),
    (["TERM": "xterm-256color", "KONSOLE_VERSION": "230401"], .trueColor, true),
    (["TERM": "screen", "COLORTERM": "truecolor"], .ansi16, true),
    (["TERM": "screen-256color", "COLORTERM": "truecolor"], .palette256, true),
    (["TERM": "screen-256color", "COLORTERM": "truecolor", "TMUX": "/tmp/tmux-0/default,1,0"], .trueColor, true),
    (["TERM": "tmux-256color", "COLORTERM": "truecolor"], .trueColor, true),
    (["TERM": "tmux-256color", "TERM_PROGRAM": "tmux", "WT_SESSION": "b1"], .palette256, true),
  ])
  func capabilitiesComeFromTheEnvironment(environment: [String: String], colors: ColorSupport, addressing: Bool) {
    let found = TerminalCapabilities(environment: environment)
    #expect(found == TerminalCapabilities(colorSupport: colors, canAddressCursor: addressing))
  }

  @Test func colorSupportIsOrdered() {
    #expect(ColorSupport.allCases.sorted() == [.none, .ansi16, .palette256, .trueColor])
  }
}
