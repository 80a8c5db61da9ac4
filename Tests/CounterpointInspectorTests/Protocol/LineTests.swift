@_spi(Internals) import CounterpointInspector
@_spi(Internals) import CounterpointRecording
import Testing

struct LineTests {
  @Test(arguments: [
    ClientLine.hello(versions: [1, 2], token: "a\"b"), .state(id: 1, store: 2, number: 3),
    .perform(id: 1, .show(store: 2, number: 3)), .perform(id: 1, .goLive(store: 2)),
    .perform(id: 1, .resume(store: 2, number: 3)),
    .perform(id: 1, .send(store: 2, action: .object(["set": .object(["_0": 5])]))),
    .perform(id: 1, .note(store: 2, number: 3, text: "ü\n")),
  ])
  func clientLinesAreReadAsTheyWereWritten(line: ClientLine) throws {
    #expect(line.bytes.last == UInt8(ascii: "\n"))
    #expect(try ClientLine(parsing: line.bytes.dropLast()) == line)
  }

  @Test(arguments: [
    ServerLine.hello(version: 1, program: "p", process: 7, permissions: [.look, .send]), .refusal("no"),
    .state(id: 1, .object(["a": .null]), outdated: ["a.b"]), .state(id: 1, .null, outdated: []), .done(id: 1),
    .failure(id: 1, "why"), .store(1, oldest: 5),
    .shown(store: 1, number: 3, refused: 2),
    .shown(store: 1, number: nil, refused: 0), .storeEnded(1), .note(store: 1, number: 2, text: "t"), .missed(9),
  ])
  func serverLinesAreReadAsTheyWereWritten(line: ServerLine) throws {
    #expect(line.bytes.last == UInt8(ascii: "\n"))
    #expect(try ServerLine(JSONMembers(parsing: line.bytes.dropLast())) == line)
  }

  @Test func aLineOfARecordingIsNoneOfTheServer() throws {
    for text in [
      "{\"v\":1,\"s\":1,\"feature\":\"A\",\"at\":1.0}", "{\"s\":1,\"n\":0,\"stack\":0,\"state\":{\"count\":0}}",
      "{\"s\":1,\"n\":1,\"t\":5,\"by\":[\"u\",\"a:1\"],\"a\":{}}", "{\"s\":1,\"n\":1,\"took\":3,\"f\":{\"count\":1}}",
      "{\"s\":1,\"shared\":\"a\",\"to\":1}", "{\"s\":1,\"effect\":2,\"of\":3,\"run\":\"A/B.swift:4\",\"t\":5}",
    ] {
      let members = try JSONMembers(parsing: Array(text.utf8)[...])
      #expect(try ServerLine(members) == nil)
      _ = try RecordingLine(members)
    }
  }

  @Test(arguments: [
    ("null", JSONValue.null), ("[1,-2,3.5,1e2]", .array([1, -2, .number(3.5), .number(100)])),
    ("18446744073709551615", .unsigned(.max)), ("{\"a\":{\"b\":[]}}", .object(["a": .object(["b": .array([])])])),
    ("\"\\u00fc\\ud83d\\ude00\\n\\\"\\\\\"", "ü😀\n\"\\"),
    (" { \"a\" : [ true , false ] } ", .object(["a": .array([true, false])])),
  ])
  func jsonIsParsed(text: String, value: JSONValue) throws {
    #expect(try JSONValue(parsing: JSONText(text.utf8)) == value)
  }

  @Test(arguments: [
    "", "{", "[1,", "[1,]", "{\"a\"}", "{\"a\":}", "\"", "\"\\x\"", "\"\\ud800\"", "tru", "1 2", "-", "\"\\u12\"",
    "{1:2}",
    "\u{7f}", String(repeating: "[", count: 10_000), String(repeating: "{\"a\":", count: 10_000),
  ])
  func damagedJSONIsRefused(text: String) {
    #expect(throws: InspectionError.self) { try JSONValue(parsing: JSONText(text.utf8)) }
  }

  @Test func linesAreCutWhereverTheBytesAre() throws {
    let bytes = Array("a\n\nbcd\ne".utf8)
    for size in 1...bytes.count {
      var buffer = LineBuffer(limit: 3)
      var lines: [String] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        let chunk = bytes[start..<min(start + size, bytes.count)]
        lines += try buffer.append(chunk).map { String(decoding: $0, as: UTF8.self) }
      }
      #expect(lines == ["a", "", "bcd"])
    }
  }
}
