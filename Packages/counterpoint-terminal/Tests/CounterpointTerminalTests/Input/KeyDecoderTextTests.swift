import CounterpointTerminal
import CounterpointTestSupport
import Testing

@Suite struct KeyDecoderTextTests {
  private func text(_ events: [TerminalEvent]) -> String {
    var scalars = String.UnicodeScalarView()
    for event in events {
      guard case .key(let key) = event, case .character(let character) = key.code, key.modifiers.isEmpty else {
        Issue.record("not a character: \(event)")
        continue
      }
      scalars.append(contentsOf: character.unicodeScalars)
    }
    return String(scalars)
  }

  @Test(
    arguments: [
      [0xFF, 0x41], [0xC3, 0x41], [0xE4, 0xB8, 0x41], [0xF0, 0x9F, 0x98, 0x41], [0xC0, 0x80], [0xE0, 0x80, 0x80],
      [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x41], [0x80, 0x42], [0xE4, 0xE4, 0xB8, 0x96],
    ] as [[UInt8]]
  )
  func invalidBytesDoNotConsumeValidOnes(bytes: [UInt8]) {
    var decoder = KeyDecoder()
    #expect(text(decoder.feed(bytes) + decoder.flush()) == String(decoding: bytes, as: UTF8.self))
  }

  @Test func randomBytesDecodeAsInTheStandardLibrary() {
    var generator = SeededGenerator(seed: 42)
    let interesting: [UInt8] = [
      0x41, 0x7A, 0x80, 0x9F, 0xA0, 0xBF, 0xC2, 0xC3, 0xE0, 0xE4, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xFF,
    ]
    for _ in 0..<5_000 {
      let bytes = (0..<8).compactMap { _ in interesting.randomElement(using: &generator) }
      var decoder = KeyDecoder()
      let events = bytes.flatMap { decoder.feed([$0]) } + decoder.flush()
      #expect(
        Array(text(events).unicodeScalars) == Array(String(decoding: bytes, as: UTF8.self).unicodeScalars),
        "\(bytes)"
      )
    }
  }

  @Test func noPauseEndsACharacter() {
    var decoder = KeyDecoder()
    #expect(decoder.feed([0xE4, 0xB8]) == [])
    #expect(decoder.flushDelay == nil)
    #expect(decoder.feed([0x96]) == [.key("世")])
    #expect(decoder.feed([0x1B, 0xC3]) == [])
    #expect(decoder.flushDelay == nil)
    #expect(decoder.feed([0xA9]) == [.key(.alt("é"))])
  }

  @Test func aReaderCanEndAnIncompleteCharacter() {
    var decoder = KeyDecoder()
    #expect(decoder.feed([0xE4, 0xB8]) == [])
    #expect(decoder.flush() == [.key("\u{FFFD}")])
    #expect(decoder.feed([0x96]) == [.key("\u{FFFD}")])
  }

  @Test func anEscapeInsideACharacterIsAnEscape() {
    var decoder = KeyDecoder()
    #expect(decoder.feed([0xE4, 0x1B, 0x5B, 0x41]) == [.key("\u{FFFD}"), .key(.up)])
    #expect(decoder.feed([0x1B, 0xE4, 0x41]) == [.key(.alt("\u{FFFD}")), .key("A")])
  }

  @Test func endlessSequencesAreNotStored() {
    var decoder = KeyDecoder()
    let digits = [UInt8](repeating: 0x31, count: 4096)
    #expect(decoder.feed(Array("\u{1B}[".utf8)) == [])
    for _ in 0..<256 { #expect(decoder.feed(digits) == []) }
    // The description of the decoder, including its buffers, is short.
    var kept = ""
    dump(decoder, to: &kept)
    #expect(kept.utf8.count < 10_000)
    #expect(decoder.feed(Array("Aa".utf8)) == [.key("a")])
  }

  /// The split is between characters, in a wide character, and in a CR LF.
  @Test(arguments: [0, 1, 17, 18]) func hugePastesAreSplit(offset: Int) {
    let line = "0123456789abcde世\r\n"
    let count = (1 << 20) / line.utf8.count + 10
    let start = String(repeating: "x", count: offset)
    var decoder = KeyDecoder()
    var events = decoder.feed(Array("\u{1B}[200~\(start)\(String(repeating: line, count: count))".utf8))
    #expect(events.count == 1)
    events += decoder.feed(Array("\u{1B}[201~".utf8))
    let pieces = events.map { event in
      guard case .paste(let text) = event else { return "?" }
      return text
    }
    #expect(pieces.allSatisfy { $0.utf8.count <= 1 << 20 })
    #expect(pieces.joined() == start + String(repeating: "0123456789abcde世\n", count: count))
  }

  @Test(arguments: [
    (Key.control("c"), "control+c"), (.up.with([.shift, .alt]), "alt+shift+up"), (.function(5), "f5"), (" ", "space"),
    ("q", "q"), (.backTab, "backtab"),
  ])
  func keysHaveNames(key: Key, name: String) { #expect(key.description == name) }
}
