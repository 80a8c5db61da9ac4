import CounterpointTerminal
import Testing

@Suite struct DisplayWidthTests {
  @Test(
    arguments: [
      ("a", 1), ("~", 1), (" ", 1), ("é", 1), ("e\u{301}", 1), ("ß", 1), ("─", 1), ("…", 1), ("\u{AD}", 1),
      ("世", 2), ("ｱ", 1), ("Ａ", 2), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("か\u{3099}", 2), ("、", 2),
      ("😀", 2), ("👩‍👩‍👧‍👦", 2), ("👍🏽", 2), ("🇩🇪", 2), ("1️⃣", 2), ("#️⃣", 2), ("❤", 1), ("❤️", 2), ("☺️", 2), ("⌚", 2),
      ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("\u{301}", 0), ("\u{200D}", 0), ("\u{200B}", 0), ("\u{FE0F}", 0),
      ("\u{FEFF}", 0), ("\u{20000}", 2),
      ("\u{1B}", 0), ("\n", 0), ("\u{85}", 0), ("कि", 1), ("ที่", 1), ("a\u{FE0F}", 1), ("\u{1FAE8}", 2),
    ] as [(Character, Int)]
  )
  func ofACharacter(character: Character, width: Int) {
    #expect(DisplayWidth.of(character) == width)
  }

  @Test func ofATextIsTheSum() {
    #expect(DisplayWidth.of("abc") == 3)
    #expect(DisplayWidth.of("a世😀é") == 6)
    #expect(DisplayWidth.of("a\nb") == 2)
    #expect(DisplayWidth.of("") == 0)
  }

  @Test(
    arguments: [
      ("é", 2), ("─", 2), ("±", 2), ("α", 2), ("…", 2), ("→", 2), ("a", 1), ("~", 1), ("ｱ", 1), ("\u{AD}", 1), ("›", 1),
      ("e\u{301}", 1), ("\u{301}", 0), ("世", 2), ("😀", 2), ("❤️", 2),
    ] as [(Character, Int)]
  )
  func ofAnAmbiguousCharacterInAWideTerminal(character: Character, width: Int) {
    DisplayWidth.$ambiguousWidth.withValue(.wide) {
      #expect(DisplayWidth.of(character) == width)
      #expect(DisplayWidth.of("x\(character)") == width + 1)
      #expect(StyledText("\(character)y").width == width + 1)
    }
  }
}
