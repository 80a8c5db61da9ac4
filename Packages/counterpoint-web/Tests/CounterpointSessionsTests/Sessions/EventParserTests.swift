@_spi(Internals) import CounterpointSessionsTestSupport
import Testing

/// The parser of streams that the test visitor has. `Verification/check-streams` compares it with the script's.
@Suite struct EventParserTests {
  private func parse(_ text: String) -> [EventParser.Event] {
    let results = [1, 2, 3, 1_000].map { size in
      let bytes = Array(text.utf8)
      var parser = EventParser()
      return stride(from: 0, to: bytes.count, by: size).flatMap { start in
        parser.add(bytes[start..<min(start + size, bytes.count)])
      }
    }
    for result in results { #expect(result == results[0]) }
    return results[0]
  }

  @Test(arguments: ["\n", "\r", "\r\n"])
  func onlyCRAndLFEndLines(end: String) {
    let text = "a\u{2028}b\u{2029}c\u{85}d\u{B}e\u{C}f\0g\u{FEFF}: h\u{301}"
    let lines = ["\u{FEFF}id: 1", "data: \(text)", "", "data:\(text)", "data:  x", "data", "", "id: 2"]
    let events = parse(lines.map { $0 + end }.joined())
    #expect(events.map(\.data) == [text, "\(text)\n x\n"])
    #expect(events.map(\.id) == ["1", nil])
  }

  @Test func commentsAndBlocksWithoutDataAreNoEvents() {
    let events = parse(
      ": a comment\n\n\nother: x\nid: 1\n\nevent: page\n\n:\ndata: z\n\nretry: 5\n\nevent: page\ndata\n\n"
    )
    #expect(events.map(\.data) == ["z", nil, ""])
    #expect(events.map(\.retry) == [nil, "5", nil])
    #expect(events.map(\.name) == ["message", "message", "page"])
  }
}
