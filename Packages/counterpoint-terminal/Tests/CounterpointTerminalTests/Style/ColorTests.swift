import CounterpointTerminal
import Testing

@Suite struct ColorTests {
  @Test func trueColorKeepsEverything() {
    for color: Color in [.red, .palette(200), .rgb(red: 1, green: 2, blue: 3)] {
      #expect(color.degraded(to: .trueColor) == color)
      #expect(color.degraded(to: .none) == nil)
    }
  }

  @Test(arguments: [
    (Color.rgb(red: 255, green: 0, blue: 0), UInt8(196)), (.rgb(red: 0, green: 0, blue: 0), 16),
    (.rgb(red: 255, green: 255, blue: 255), 231), (.rgb(red: 95, green: 135, blue: 175), 67),
    (.rgb(red: 118, green: 118, blue: 118), 243), (.rgb(red: 8, green: 8, blue: 8), 232),
    (.rgb(red: 240, green: 240, blue: 240), 255),
  ])
  func rgbBecomesTheNearestOf256(color: Color, index: UInt8) {
    #expect(color.degraded(to: .palette256) == .palette(index))
  }

  @Test(arguments: [
    (Color.rgb(red: 250, green: 10, blue: 10), Color.brightRed), (.rgb(red: 200, green: 10, blue: 10), .red),
    (.rgb(red: 130, green: 130, blue: 130), .brightBlack), (.palette(196), .brightRed), (.palette(3), .yellow),
    (.palette(15), .brightWhite), (.palette(232), .black), (.palette(255), .white), (.cyan, .cyan),
  ])
  func everythingBecomesOneOf16(color: Color, expected: Color) {
    #expect(color.degraded(to: .ansi16) == expected)
  }

  @Test func namedAndPaletteColorsStayWith256() {
    #expect(Color.brightBlue.degraded(to: .palette256) == .brightBlue)
    #expect(Color.palette(7).degraded(to: .palette256) == .palette(7))
  }

  @Test func aStyleKeepsItsDecorationWithoutColors() {
    let style = Style(isBold: true, isInverse: true, foreground: .red, background: .rgb(red: 1, green: 1, blue: 1))
    #expect(style.degraded(to: .none) == Style(isBold: true, isInverse: true))
    #expect(style.degraded(to: .ansi16).background == .black)
  }
}
