import CounterpointTerminal
import CounterpointTestSupport
import Testing

@Suite struct KeyDecoderTests {
  /// Every supported form of a key.
  static let forms: [(String, Key)] = [
    ("a", "a"), ("A", "A"), (" ", " "), ("~", "~"), ("é", "é"), ("世", "世"), ("😀", "😀"),
    ("\r", .enter), ("\n", .enter), ("\t", .tab), ("\u{7F}", .backspace), ("\u{08}", .backspace),
    ("\u{00}", .control(" ")), ("\u{01}", .control("a")), ("\u{03}", .control("c")), ("\u{1A}", .control("z")),
    ("\u{1C}", .control("\\")), ("\u{1D}", .control("]")), ("\u{1E}", .control("^")), ("\u{1F}", .control("_")),
    ("\u{1B}[A", .up), ("\u{1B}[B", .down), ("\u{1B}[C", .right), ("\u{1B}[D", .left), ("\u{1B}[H", .home),
    ("\u{1B}[F", .end), ("\u{1B}OA", .up), ("\u{1B}OB", .down), ("\u{1B}OC", .right), ("\u{1B}OD", .left),
    ("\u{1B}OH", .home), ("\u{1B}OF", .end), ("\u{1B}OM", .enter), ("\u{1B}Oj", "*"), ("\u{1B}Op", "0"),
    ("\u{1B}Oy", "9"), ("\u{1B}[1~", .home), ("\u{1B}[2~", .insert), ("\u{1B}[3~", .delete), ("\u{1B}[4~", .end),
    ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown), ("\u{1B}[7~", .home), ("\u{1B}[8~", .end),
    ("\u{1B}OP", .function(1)), ("\u{1B}OQ", .function(2)), ("\u{1B}OR", .function(3)), ("\u{1B}OS", .function(4)),
    ("\u{1B}[P", .function(1)), ("\u{1B}[11~", .function(1)), ("\u{1B}[12~", .function(2)),
    ("\u{1B}[13~", .function(3)), ("\u{1B}[14~", .function(4)), ("\u{1B}[15~", .function(5)),
    ("\u{1B}[17~", .function(6)), ("\u{1B}[18~", .function(7)), ("\u{1B}[19~", .function(8)),
    ("\u{1B}[20~", .function(9)), ("\u{1B}[21~", .function(10)), ("\u{1B}[23~", .function(11)),
    ("\u{1B}[24~", .function(12)), ("\u{1B}[25~", .function(13)), ("\u{1B}[28~", .function(15)),
    ("\u{1B}[34~", .function(20)), ("\u{1B}[[A", .function(1)), ("\u{1B}[[E", .function(5)), ("\u{1B}[Z", .backTab),
    ("\u{1B}[1;2A", .up.with(.shift)), ("\u{1B}[1;3B", .down.with(.alt)), ("\u{1B}[1;5C", .right.with(.control)),
    ("\u{1B}[1;8D", .left.with([.shift, .alt, .control])), ("\u{1B}[1;6H", .home.with([.shift, .control])),
    ("\u{1B}[1;9A", .up.with(.alt)), ("\u{1B}[3;5~", .delete.with(.control)), ("\u{1B}[5;2~", .pageUp.with(.shift)),
    ("\u{1B}[1;2P", .function(1).with(.shift)), ("\u{1B}[15;5~", .function(5).with(.control)),
    ("\u{1B}O5P", .function(1).with(.control)), ("\u{1B}O2A", .up.with(.shift)),
    ("\u{1B}[1;5Z", .backTab.with(.control)),
    ("\u{1B}[3$", .delete.with(.shift)), ("\u{1B}[3^", .delete.with(.control)),
    ("\u{1B}[7@", .home.with([.control, .shift])), ("\u{1B}[24$", .function(12).with(.shift)),
    ("\u{1B}[a", .up.with(.shift)), ("\u{1B}[d", .left.with(.shift)), ("\u{1B}Oa", .up.with(.control)),
    ("\u{1B}Od", .left.with(.control)), ("\u{1B}\u{1B}[A", .up.with(.alt)), ("\u{1B}\u{1B}OP", .function(1).with(.alt)),
    ("\u{1B}\u{1B}[3~", .delete.with(.alt)), ("\u{1B}\u{1B}[[B", .function(2).with(.alt)),
    ("\u{1B}a", .alt("a")), ("\u{1B}é", .alt("é")), ("\u{1B}😀", .alt("😀")), ("\u{1B}\r", .enter.with(.alt)),
    ("\u{1B}\u{7F}", .backspace.with(.alt)), ("\u{1B}\u{01}", .control("a").with(.alt)),
    ("\u{1B}[97;5u", .control("a")), ("\u{1B}[27u", .escape), ("\u{1B}[9;2u", .backTab),
    ("\u{1B}[13;5u", .enter.with(.control)),
    ("\u{1B}[27;5;9~", .tab.with(.control)), ("\u{1B}[27;6;97~", .control("a").with(.shift)),
    ("\u{1B}[1;5:1A", .up.with(.control)), ("\u{1B}[1;5:2A", .up.with(.control)),
    ("\u{1B}[57399u", "0"), ("\u{1B}[57413u", "+"), ("\u{1B}[57414u", .enter), ("\u{1B}[57419;5u", .up.with(.control)),
    ("\u{1B}[;5A", .up.with(.control)),
  ]

  /// Byte strings and their events without a pause inside.
  static let streams: [(String, [TerminalEvent])] =
    forms.map { ($0, [.key($1)]) } + [
      ("ab\u{1B}[Ac", [.key("a"), .key("b"), .key(.up), .key("c")]),
      ("\u{1B}[200~hello\u{1B}[201~x", [.paste("hello"), .key("x")]),
      ("\u{1B}[200~\u{1B}[31mred\u{1B}[0m\u{03}\u{1B}[201~", [.paste("\u{1B}[31mred\u{1B}[0m\u{03}")]),
      ("\u{1B}[200~a\rb\r\nc\nd\u{1B}[201~", [.paste("a\nb\nc\nd")]),
      ("\u{1B}[200~世\u{1B}[20\u{1B}[201~", [.paste("世\u{1B}[20")]),
      ("\u{1B}[200~\u{1B}[201~x", [.key("x")]),
      ("\u{1B}\u{1B}[200~a\u{1B}[201~", [.key(.escape), .paste("a")]),
      ("\u{1B}[201~x", [.key("x")]),
      ("\u{1B}[?1;2cx", [.key("x")]), ("\u{1B}[?2026;2$yx", [.key("x")]), ("\u{1B}[99~x", [.key("x")]),
      ("\u{1B}[Ix\u{1B}[Oy", [.key("x"), .key("y")]), ("\u{1B}[24;80Rx", [.key("x")]), ("\u{1B}[>0;1 qx", [.key("x")]),
      ("\u{1B}[<32;3;4Mx", [.key("x")]), ("\u{1B}[[zx", [.key("x")]), ("\u{1B}[5;Xx", [.key("x")]),
      ("\u{1B}[\(String(repeating: "1", count: 500))~x", [.key("x")]),
      ("\u{1B}[\(String(repeating: "9", count: 60));5Ax", [.key("x")]),
      ("\u{1B}[1;\u{1B}[Bx", [.key(.down), .key("x")]), ("\u{1B}[1\rx", [.key(.enter), .key("x")]),
      ("\u{1B}[1é", [.key("é")]), ("\u{1B}\u{1B}x", [.key(.escape), .key(.alt("x"))]),
      ("\u{1B}\u{1B}\u{1B}[A", [.key(.escape), .key(.up.with(.alt))]), ("\u{1B}Oz", [.key(.alt("O")), .key("z")]),
      ("\u{1B}O5z", [.key(.alt("O")), .key("5"), .key("z")]), ("\u{1B}O\u{1B}[A", [.key(.alt("O")), .key(.up)]),
      ("\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{07}x", [.key("x")]), ("\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{1B}\\x", [.key("x")]),
      ("\u{1B}P>|xterm(388)\u{1B}\\x", [.key("x")]), ("\u{1B}_Gi=31;OK\u{1B}\\x", [.key("x")]),
      ("\u{1B}^private\u{1B}\\x", [.key("x")]), ("\u{1B}Xstart\u{1B}\\x", [.key("x")]),
      ("\u{1B}]0;cut off\u{18}x", [.key("x")]), ("\u{1B}]0;cut off\u{1A}x", [.key("x")]),
      ("\u{1B}]0;cut off\u{1B}[Ax", [.key(.up), .key("x")]), ("\u{1B}]0;é世\u{07}é", [.key("é")]),
      ("\u{1B}[M !!x", [.key("x")]), ("\u{1B}[M\u{1B}[Ax", [.key("x")]), ("\u{1B}[97;1:3ux", [.key("x")]),
      ("\u{1B}[1;1:3Ax", [.key("x")]), ("\u{1B}[3;5:3~x", [.key("x")]), ("\u{1B}[57358ux", [.key("x")]),
      ("\u{1B}Oé", [.key(.alt("O")), .key("é")]), ("e\u{301}", [.key("e"), .key("\u{301}")]),
    ]

  @Test(arguments: streams) func everyKeySequenceIsDecoded(input: String, events: [TerminalEvent]) {
    var decoder = KeyDecoder()
    #expect(decoder.feed(Array(input.utf8)) == events)
    #expect(decoder.flushDelay == nil)
    #expect(decoder.flush() == [])
  }

  @Test(arguments: streams) func splittingBytesDoesNotChangeTheResult(input: String, events: [TerminalEvent]) {
    let bytes = Array(input.utf8)
    for cut in 0...bytes.count {
      var decoder = KeyDecoder()
      #expect(decoder.feed(bytes[..<cut]) + decoder.feed(bytes[cut...]) == events, "cut at \(cut)")
      #expect(decoder.flushDelay == nil)
    }
    var decoder = KeyDecoder()
    #expect(bytes.flatMap { decoder.feed([$0]) } == events)
  }

  @Test func keysAreDecodedAfterEveryOtherKey() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<2_000 {
      let chosen = (0..<4).compactMap { _ in Self.forms.randomElement(using: &generator) }
      let bytes = chosen.flatMap { Array($0.0.utf8) }
      let (first, second) = (
        Int.random(in: 0...bytes.count, using: &generator), Int.random(in: 0...bytes.count, using: &generator)
      )
      var decoder = KeyDecoder()
      let (low, high) = (min(first, second), max(first, second))
      let events = decoder.feed(bytes[..<low]) + decoder.feed(bytes[low..<high]) + decoder.feed(bytes[high...])
      #expect(events == chosen.map { .key($0.1) }, "\(chosen)")
    }
  }

  @Test(
    arguments: [
      ("\u{1B}", [.key(.escape)]), ("\u{1B}\u{1B}", [.key(.escape), .key(.escape)]), ("\u{1B}[", [.key(.alt("["))]),
      ("\u{1B}O", [.key(.alt("O"))]), ("\u{1B}\u{1B}[", [.key(.escape), .key(.alt("["))]),
      ("\u{1B}]", [.key(.alt("]"))]), ("\u{1B}P", [.key(.alt("P"))]),
      ("\u{1B}\u{1B}X", [.key(.escape), .key(.alt("X"))]),
    ] as [(String, [TerminalEvent])]
  )
  func aShortPauseEndsKeysThatBeginLikeSequences(input: String, events: [TerminalEvent]) {
    pause(after: input, of: .milliseconds(50), makes: events)
  }

  /// The bytes can't be keys. If they were ended by the short pause, the rest of the sequence would be typed.
  @Test(arguments: ["[1", "[1;5", "[[", "O5", "[?25", "]11;rgb:", "[M!", "[2;3"])
  func aLongPauseEndsSequences(input: String) {
    pause(after: "\u{1B}" + input, of: .seconds(1), makes: [])
  }

  private func pause(after input: String, of delay: Duration, makes events: [TerminalEvent]) {
    var decoder = KeyDecoder()
    #expect(decoder.feed(Array(input.utf8)) == [])
    #expect(decoder.flushDelay == delay)
    #expect(decoder.flush() == events)
    #expect(decoder.flushDelay == nil)
    #expect(decoder.feed([0x41]) == [.key("A")])
  }

  /// With modifyOtherKeys, some terminals send the control characters of a paste as keys.
  @Test(arguments: [
    ("a\u{1B}[27;5;106~b", "a\nb"), ("a\u{1B}[27;5;109~b", "a\nb"), ("a\u{1B}[27;5;105~b", "a\tb"),
    ("\u{1B}[106;5u\u{1B}[13u", "\n\n"), ("a\u{1B}[27;5;97~b", "a\u{1B}[27;5;97~b"), ("\u{1B}[31mred", "\u{1B}[31mred"),
    ("\u{1B}", "\u{1B}"), ("\u{1B}[27;5;106", "\u{1B}[27;5;106"),
  ])
  func aPastedLineBreakMayBeAKey(pasted: String, text: String) {
    var decoder = KeyDecoder()
    #expect(decoder.feed(Array("\u{1B}[200~\(pasted)\u{1B}[201~".utf8)) == [.paste(text)])
  }

  @Test func aShortPauseDoesNotEndAPaste() {
    var decoder = KeyDecoder()
    #expect(decoder.feed(Array("\u{1B}[200~ab\u{1B}".utf8)) == [])
    #expect(decoder.flushDelay == .seconds(2))
    #expect(decoder.feed(Array("[201~".utf8)) == [.paste("ab")])
    #expect(decoder.flushDelay == nil)
  }

  @Test func aLongPauseEndsAPasteWithoutAnEnd() {
    var decoder = KeyDecoder()
    #expect(decoder.feed(Array("\u{1B}[200~ab".utf8)) == [])
    #expect(decoder.flush() == [.paste("ab")])
    #expect(decoder.feed(Array("q".utf8)) == [.key("q")])
    #expect(decoder.feed(Array("\u{1B}[200~".utf8)) == [])
    #expect(decoder.flush() == [])
    #expect(decoder.feed(Array("q".utf8)) == [.key("q")])
  }

  @Test func aStringWithoutAnEndIsSkippedUpToALimit() {
    var decoder = KeyDecoder()
    #expect(decoder.feed([0x1B, 0x5D]) == [])
    #expect(decoder.feed(repeatElement(0x61, count: (1 << 20) + 1)) == [])
    #expect(decoder.feed(Array("q".utf8)) == [.key("q")])
  }

  @Test func theReaderSetsTheEscapeDelay() {
    var decoder = KeyDecoder(escapeDelay: .milliseconds(400))
    #expect(decoder.feed([0x1B]) == [])
    #expect(decoder.flushDelay == .milliseconds(400))
  }
}
