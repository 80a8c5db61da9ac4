import Testing

@testable import CounterpointSessions

/// The parser of forms with files.
@Suite struct MultipartParserTests {
  private static let boundary = Array("x-y".utf8)

  /// A part with its whole content.
  private struct Part: Equatable {
    var head: MultipartPart
    var content: [UInt8]
  }

  /// Parses a form that arrives in pieces of these sizes, in turn.
  private func parse(_ body: [UInt8], sizes: [Int] = [.max], partLimit: Int = 100) throws -> [Part] {
    var parser = MultipartParser(boundary: Self.boundary, partLimit: partLimit)
    var parts: [Part] = []
    var (start, count) = (0, 0)
    while start < body.count {
      let end = min(body.count, start + min(sizes[count % sizes.count], body.count))
      parser.append(Array(body[start..<end]))
      while let event = try parser.next() {
        switch event {
        case .part(let head): parts.append(Part(head: head, content: []))
        case .content(let bytes):
          #expect(!bytes.isEmpty)
          parts[parts.count - 1].content += bytes
        case .endOfPart: break
        }
      }
      (start, count) = (end, count + 1)
    }
    try parser.finish()
    return parts
  }

  private func part(_ head: String, _ content: [UInt8] = []) -> [UInt8] {
    Array("--x-y\r\n\(head)\r\n\r\n".utf8) + content + Array("\r\n".utf8)
  }

  private var end: [UInt8] { Array("--x-y--\r\n".utf8) }

  @Test func aFormHasTextsAndFiles() throws {
    let body =
      part("Content-Disposition: form-data; name=\"title\"", Array("Blüte".utf8))
      + part(
        "content-disposition: form-data; name=\"a\"; filename=\"1 %22.png\"\r\nContent-Type: Image/PNG; q=1",
        [0, 13, 10]
      )
      + part("Content-Disposition: form-data; name=b; filename=\"\"\r\nContent-Type: application/octet-stream") + end
    let parts = try parse(body)
    #expect(parts.map(\.head.name) == ["title", "a", "b"])
    #expect(parts.map(\.head.fileName) == [nil, "1 \".png", ""])
    #expect(parts.map(\.head.contentType) == ["application/octet-stream", "image/png", "application/octet-stream"])
    #expect(parts.map(\.content) == [Array("Blüte".utf8), [0, 13, 10], []])
  }

  @Test func chunksCanEndAnywhere() throws {
    var random = SeededNumbers(seed: 7)
    // Contents out of the pieces of delimiters, which are the hard ones.
    let pieces = ["\r", "\n", "\r\n", "--", "-", "x-y", "\r\n--x-", "\r\n--x", "a", "\0"].map { Array($0.utf8) }
    for _ in 0..<1_000 {
      var (body, contents): ([UInt8], [[UInt8]]) = ([], [])
      for _ in 0..<random.next(4) {
        var content: [UInt8] = []
        for _ in 0..<random.next(12) {
          let piece = pieces[random.next(pieces.count)]
          if (content + piece).contains(Array("\r\n--x-y".utf8)) == false { content += piece }
        }
        contents.append(content)
        body += part("Content-Disposition: form-data; name=\"a\"; filename=\"b\"", content)
      }
      if contents.isEmpty { body += Array("--x-y--".utf8) } else { body += end }
      let sizes = (0...random.next(6)).map { _ in 1 + random.next(9) }
      #expect(try parse(body, sizes: sizes).map(\.content) == contents)
      #expect(try parse(body).map(\.content) == contents)
    }
  }

  @Test func changedBytesAreRefusedOrParsedInTheSameWay() {
    var random = SeededNumbers(seed: 11)
    let body =
      part("Content-Disposition: form-data; name=\"title\"", [1, 2, 3])
      + part("Content-Disposition: form-data; name=\"a\"; filename=\"b\"\r\nContent-Type: image/png", [0, 13, 10, 45])
      + end
    for _ in 0..<2_000 {
      var changed = body
      for _ in 0...random.next(3) {
        let index = random.next(changed.count)
        switch random.next(3) {
        case 0: changed[index] = UInt8(random.next(256))
        case 1: changed.remove(at: index)
        default: changed.insert(contentsOf: [13, 10, 45, 45].prefix(1 + random.next(4)), at: index)
        }
      }
      #expect((try? parse(changed)) == (try? parse(changed, sizes: [1 + random.next(5)])))
    }
  }

  @Test(
    arguments: [
      "", "--x-y", "--x-y--extra", "--x-y-- ", "preamble\r\n--x-y--\r\n", "--x-z--\r\n", "--x-y\n",
      "--x-y\r\n\r\n\r\n--x-y--",
      "--x-y\r\nContent-Disposition: form-data\r\n\r\na\r\n--x-y--",
      "--x-y\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\na\r\n--x-y--",
      "--x-y\r\nContent-Disposition: form-data; name=\"\"\r\n\r\na\r\n--x-y--",
      "--x-y\r\nContent-Disposition: form-data; name=\"a\r\n\r\na\r\n--x-y--",
      "--x-y\r\nContent-Disposition: form-data; name=\"a\"; name=\"b\"\r\n\r\na\r\n--x-y--",
      "--x-y\r\nContent-Disposition: form-data; name=\"a\"x\r\n\r\na\r\n--x-y--",
      "--x-y\r\nContent-Disposition: form-data; name=\"a\"\nX: 1\r\n\r\na\r\n--x-y--",
      "--x-y\r\nContent-Disposition: form-data; name=\"a\"\r\nContent-Disposition: form-data; name=\"b\"\r\n\r\na\r\n--x-y--",
      "--x-y\r\nContent-Disposition: form-data; name=\"a\0\"\r\n\r\na\r\n--x-y--",
      "--x-y\r\nContent-Disposition: form-data; name=\"a\"\r\nno colon\r\n\r\na\r\n--x-y--",
      "--x-y\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\na\r\n--x-y",
    ]
  )
  func malformedFormsAreRefused(body: String) {
    for sizes in [[Int.max], [1], [3, 2]] {
      #expect(throws: MultipartParser.Problem.malformed) { try parse(Array(body.utf8), sizes: sizes) }
    }
  }

  @Test func headsAndPartsAreLimited() throws {
    let long = part("Content-Disposition: form-data; name=\"a\"\r\nX: " + String(repeating: "x", count: 5_000)) + end
    #expect(throws: MultipartParser.Problem.malformed) { try parse(long, sizes: [100]) }
    #expect(throws: MultipartParser.Problem.malformed) { try parse(long) }
    let one = part("Content-Disposition: form-data; name=\"a\"")
    #expect(try parse(Array([one, one, one].joined()) + end, partLimit: 3).count == 3)
    #expect(throws: MultipartParser.Problem.tooManyParts) {
      try parse(Array([one, one, one, one].joined()) + end, partLimit: 3)
    }
  }

  @Test(
    arguments: [
      ("multipart/form-data; boundary=abc", "abc"), ("Multipart/Form-Data;boundary=\"a b:c\"", "a b:c"),
      ("multipart/form-data; charset=utf-8; boundary=A-1", "A-1"), ("multipart/form-data", nil),
      ("multipart/form-data; boundary=", nil), ("multipart/form-data; boundary=\"a \"", nil),
      ("multipart/form-data; boundary=a; boundary=b", nil), ("multipart/mixed; boundary=a", nil),
      ("multipart/form-data; boundary=" + String(repeating: "a", count: 71), nil),
      ("multipart/form-data; boundary=ä", nil),
    ]
  )
  func aBoundaryIsOneOfTheStandard(type: String, boundary: String?) {
    #expect(MultipartParser.boundary(in: type) == boundary.map { Array($0.utf8) })
  }
}

/// Random numbers that are the same in each run.
private struct SeededNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(count))
  }
}

extension [UInt8] {
  /// Whether bytes occur in sequence.
  fileprivate func contains(_ bytes: [UInt8]) -> Bool {
    indices.contains { self[$0...].starts(with: bytes) }
  }
}
