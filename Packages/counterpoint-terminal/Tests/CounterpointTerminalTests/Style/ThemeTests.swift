import CounterpointTerminal
import Testing

@Suite struct ThemeTests {
  private func screen() -> Screen {
    var screen = ScrollingList().screen(of: ["a", "b"], size: TerminalSize(columns: 8, rows: 2)) { StyledText($0) }
    screen.append(StyledText.keyHint("q", "Quit"))
    return screen
  }

  @Test func widgetsUseTheCurrentTheme() {
    let standard = screen()
    let dark = Theme.$current.withValue(.dark) { screen() }
    let light = Theme.$current.withValue(.light) { screen() }
    #expect(Set([standard, dark, light]).count == 3)
    #expect(Set([standard, dark, light].map { $0.plainText(size: .standard) }).count == 1)
    #expect(dark.lines[0] == StyledText("› a     ", style: Theme.dark.selection))
    #expect(standard.lines[0] == StyledText("› a     ").inverse())
  }

  @Test(
    arguments: [
      ("15;0", .dark), ("12;8", .dark), ("0;15", .light), ("0;default;7", .light), ("0;3", .standard), ("", .standard),
      ("x", .standard),
    ] as [(String, Theme)]
  )
  func theBackgroundIsInTheEnvironment(value: String, theme: Theme) {
    #expect(Theme(environment: ["COLORFGBG": value]) == theme)
    #expect(TerminalOptions(environment: ["COLORFGBG": value]).theme == theme)
  }

  @Test func withoutAVariableTheThemeIsTheStandard() {
    #expect(Theme(environment: [:]) == .standard)
  }

  /// The contrast of WCAG is at least 4.5 for all colors on the background that a theme is for.
  @Test(arguments: [(Theme.dark, 0.0), (.light, 1.0)])
  func textIsReadable(theme: Theme, background: Double) {
    func luminance(_ color: Color?) -> Double? {
      guard case .rgb(let red, let green, let blue) = color else { return nil }
      func linear(_ value: UInt8) -> Double {
        let share = Double(value) / 255
        // The curve of sRGB, close enough for a threshold.
        return share * share * (share * 0.2 + 0.8)
      }
      return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }
    let styles = [
      theme.title, theme.key, theme.accent, theme.muted, theme.match, theme.error, theme.warning, theme.success,
    ]
    for style in styles {
      let value = luminance(style.foreground) ?? -1
      let contrast = (max(value, background) + 0.05) / (min(value, background) + 0.05)
      #expect(contrast >= 4.5, "\(style)")
    }
  }

  @Test func stylesAreAddedToText() {
    let text = StyledText("a").foreground(.red).styled(Style(isBold: true, foreground: .blue, background: .white))
    #expect(text == StyledText("a", style: Style(isBold: true, foreground: .red, background: .white)))
  }
}
