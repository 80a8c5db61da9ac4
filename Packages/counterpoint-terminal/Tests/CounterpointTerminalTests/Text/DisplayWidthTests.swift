import CounterpointTerminal
import CounterpointTestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

@Suite struct DisplayWidthTests {
  @Test(
    arguments: [
      ("a", 1), ("~", 1), (" ", 1), ("é", 1), ("e\u{301}", 1), ("ß", 1), ("─", 1), ("…", 1), ("\u{AD}", 1),
      ("世", 2), ("ｱ", 1), ("Ａ", 2), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("か\u{3099}", 2), ("、", 2),
      ("😀", 2), ("👩‍👩‍👧‍👦", 2), ("👍🏽", 2), ("🇩🇪", 2), ("1️⃣", 2), ("#️⃣", 2), ("❤", 1), ("❤️", 2), ("☺️", 2), ("⌚", 2),
      ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("\u{301}", 0), ("\u{200D}", 0), ("\u{200B}", 0), ("\u{FE0F}", 0),
      ("\u{FEFF}", 0), ("\u{20000}", 2),
      ("\u{1B}", 0), ("\n", 0), ("\u{85}", 0), ("कि", 2), ("ที่", 1), ("a\u{FE0F}", 1), ("\u{1FAE8}", 2),
    ] as [(Character, Int)]
  )
  func ofACharacter(character: Character, width: Int) {
    #expect(DisplayWidth.of(character) == width)
  }

  /// The widths that xterm, tmux, screen, Konsole, VTE, foot, st, rxvt-unicode, Alacritty and PuTTY report, or the
  /// greatest one of them. A smaller width deletes letters.
  @Test(
    arguments: [
      ("กำ", 2), ("น้ำ", 2), ("ກຳ", 2), ("กิ", 1), ("เก", 2), ("का", 2), ("कु", 1), ("क्", 1), ("क्ष", 2), ("क्षि", 3), ("ष्ट्र", 3),
      ("क्\u{200D}ष", 2), ("क्\u{200C}ष", 2), ("কো", 2), ("ক\u{9C7}\u{9BE}", 3), ("கி", 2), ("க\u{BC6}\u{BBE}", 3),
      ("కు", 2), ("క్క", 2), ("കാ", 2), ("ක්\u{200D}ෂ", 2), ("ကာ", 2), ("ကြ", 2), ("ខ្មែ", 3), ("កា", 2), ("ᬓᬵ", 2),
      ("\u{1100}\u{1161}", 2), ("\u{1100}\u{1161}\u{11A8}", 2), ("\u{1100}\u{1100}\u{1161}", 5),
      ("\u{A960}\u{D7B0}", 3), ("ｶﾞ", 2), ("ﾊﾟ", 2), ("ﾞ", 1), ("｀ﾟ", 3), ("か\u{3099}", 2), ("中\u{302A}", 2),
      ("中\u{302E}", 4), ("葛\u{E0100}", 2), ("a\u{FE0F}", 1), ("1\u{20E3}", 1), ("a\u{200D}b", 2), ("\u{903}", 1),
      ("a\u{1F3FD}", 3), ("\u{4DC0}", 2), ("\u{3248}", 2), ("\u{378}", 1), ("𝅘𝅥", 2), ("จำน้ำ", 4), ("राष्ट्र क्षि", 9),
      ("நிகோ", 4), ("ｶﾞﾊﾟ", 4), ("Д｀ﾟ", 4), ("\u{1161}", 3), ("\u{11A8}", 3),
      ("가\u{11A8}", 2),
    ] as [(String, Int)]
  )
  func ofATextIsWhatTerminalsReport(text: String, width: Int) {
    #expect(DisplayWidth.of(text) == width)
    #expect(StyledText(text).width == width)
  }

  #if canImport(Glibc)
  /// Terminals with `wcwidth` use the sum of the code points. Emoji are excluded, because a sequence has two columns.
  @Test func ofWordsIsTheSumOfTheSystem() throws {
    var generator = SeededGenerator(seed: 45)
    // Letters and marks of the scripts, without the vowels of Hangul at the beginning of a word.
    let scripts: [ClosedRange<UInt32>] = [
      0x41...0x7A, 0x3B1...0x3C9, 0x5D0...0x5EA, 0x621...0x652, 0x905...0x94D, 0x985...0x9CD, 0xB85...0xBCD,
      0xC05...0xC4D, 0xE01...0xE4E, 0xE81...0xECD, 0x1000...0x1039, 0x1780...0x17D2, 0x3041...0x309C, 0x4E00...0x9FA5,
      0xAC00...0xD7A3, 0xFF66...0xFF9F,
    ]
    // The header declares the function for some language modes only.
    typealias Width = @convention(c) (wchar_t) -> Int32
    let symbol = unsafe try #require(unsafe dlsym(nil, "wcwidth"))
    let wcwidth = unsafe unsafeBitCast(symbol, to: Width.self)
    let locale = unsafe newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)
    let before = unsafe uselocale(locale)
    defer {
      unsafe uselocale(before)
      unsafe freelocale(locale)
    }
    for _ in 0..<20_000 {
      guard let script = scripts.randomElement(using: &generator) else { continue }
      var text = String.UnicodeScalarView()
      var sum = 0
      while text.count < 8 {
        let scalar = try #require(Unicode.Scalar(UInt32.random(in: script, using: &generator)))
        let width = wcwidth(wchar_t(scalar.value))
        // The system doesn't know code points that are not assigned.
        guard width >= 0, scalar.properties.generalCategory != .unassigned, width > 0 || !text.isEmpty else { continue }
        text.append(scalar)
        sum += Int(width)
      }
      #expect(DisplayWidth.of(String(text)) == sum, "\(text.map { String($0.value, radix: 16) })")
    }
  }
  #endif

  /// A terminal's answers to the question for widths, and the widths of a syllable of each kind afterwards.
  @Test(
    arguments: [
      // xterm, tmux 3.3, Konsole, kitty 0.26, kitty 0.43, foot 1.25.
      ([2, 2, 3, 1, 4, 4], [2, 2, 3, 3, 1, 2, 2]), ([2, 2, 3, 1, 2, 4], [2, 2, 3, 3, 1, 2, 2]),
      ([2, 2, 3, 1, 2, 2], [2, 2, 3, 3, 1, 2, 2]), ([1, 2, 3, 2, 4, 2], [1, 2, 3, 2, 2, 2, 2]),
      ([1, 1, 1, 2, 2, 2], [1, 1, 1, 1, 2, 2, 2]), ([1, 2, 2, 2, 2, 2], [1, 2, 2, 2, 2, 2, 2]),
      // Missing and impossible answers change nothing.
      ([2, 2, 3, 1, 2], [2, 2, 3, 3, 2, 2, 2]), ([0, 0, 0, 0, 0, 0], [2, 2, 3, 3, 2, 2, 2]),
    ]
  )
  func afterTheAnswersOfATerminal(answers: [Int], widths: [Int]) {
    DisplayWidth.$clusterWidths.withValue(ClusterWidths(answers: answers) ?? ClusterWidths()) {
      let texts = ["का", "คำ", "ष्ट्र", "क्षि", "❤\u{FE0F}", "🧑\u{200D}🌾", "👍\u{1F3FD}"]
      #expect(texts.map { DisplayWidth.of($0) } == widths)
    }
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
