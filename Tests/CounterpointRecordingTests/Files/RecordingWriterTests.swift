@_spi(Internals) import CounterpointSupport
import CounterpointTestSupport
import Foundation
import Testing

@_spi(Internals) @testable import CounterpointRecording

@Suite struct RecordingWriterTests {
  private let folder: TemporaryFolder
  private let file: URL

  init() throws {
    folder = try TemporaryFolder()
    file = folder.file("a.recording.jsonl")
  }

  private func line(_ number: Int, length: Int = 0) -> [UInt8] {
    let value = JSONText(Array("\"\(String(repeating: "x", count: length))\"".utf8))
    return RecordingLine.shared(RecordingLine.Shared(store: number, name: "n", value: value)).bytes
  }

  /// Returns the numbers of the lines in the file and its older segments.
  private func numbers(in url: URL) throws -> [Int] {
    try Recording.read(url).lines.map(\.store)
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
  }

  private func size(of name: String) throws -> Int {
    try Data(contentsOf: folder.file(name)).count
  }

  @Test(arguments: [false, true])
  func linesAreInTheFileInOrder(isBatched: Bool) throws {
    var writer: RecordingWriter? = try RecordingWriter(at: file, isBatched: isBatched, limit: 1 << 20)
    for number in 0..<1000 { writer?.append(line(number)) }
    writer?.flush()
    #expect(try numbers(in: file) == Array(0..<1000))
    writer?.append(line(1000))
    writer = nil
    #expect(try numbers(in: file) == Array(0...1000))
    // A mapped file has no zeros after it was closed.
    #expect(try size(of: "a.recording.jsonl") == (0...1000).reduce(0) { $0 + line($1).count })
  }

  @Test func aMappedLineIsInTheFileAtOnce() throws {
    let writer = try RecordingWriter(at: file, isBatched: false, limit: 1 << 20)
    for number in 0..<100 {
      writer.append(line(number))
      #expect(try numbers(in: file) == Array(0...number))
    }
    #expect(try !Recording.read(file).isTruncated)
  }

  @Test(arguments: [false, true])
  func theSegmentsStayUnderTheLimit(isBatched: Bool) throws {
    let limit = 8 * 4096
    let writer = try RecordingWriter(at: file, isBatched: isBatched, limit: limit)
    var segments: [Int] = []
    for number in 0..<3000 {
      segments.append(writer.append(line(number)))
      if number % 100 == 0 { writer.flush() }
    }
    writer.flush()
    let names = try files()
    #expect(names.count == 8)
    #expect(try names.reduce(0) { try $0 + size(of: $1) } <= limit)
    #expect(segments == segments.sorted())
    let last = try #require(segments.last)
    // The newest lines are there, without a gap, and the number of a line's segment is that of its file.
    #expect(try numbers(in: file) == segments.indices.filter { segments[$0] > last - 8 })
    for name in names where name != "a.recording.jsonl" {
      let number = try #require(Int(name.dropFirst("a.segment-".count).prefix(4)))
      #expect(try numbers(in: folder.file(name)) == segments.indices.filter { segments[$0] == number - 1 })
    }
  }

  @Test(arguments: [false, true])
  func aLineMayBeLongerThanASegment(isBatched: Bool) throws {
    let writer = try RecordingWriter(at: file, isBatched: isBatched, limit: 8 * 4096)
    for number in 0..<4 { writer.append(line(number, length: number % 2 == 0 ? 10_000 : 0)) }
    writer.flush()
    #expect(try numbers(in: file) == [0, 1, 2, 3])
  }

  @Test(arguments: [false, true])
  func threadsAppendWholeLines(isBatched: Bool) async throws {
    let writer = try RecordingWriter(at: file, isBatched: isBatched, limit: 64 << 20)
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          for number in 0..<500 { writer.append(line(thread * 500 + number)) }
        }
      }
    }
    writer.flush()
    let numbers = try numbers(in: file)
    #expect(numbers.sorted() == Array(0..<2000))
    for thread in 0..<4 {
      let own = numbers.filter { $0 / 500 == thread }
      #expect(own == own.sorted())
    }
  }

  @Test func anEarlierRecordingIsKept() throws {
    for number in 1...3 {
      let writer = try RecordingWriter(at: file, isBatched: true, limit: 1 << 20)
      writer.append(line(number))
      writer.flush()
    }
    #expect(try files() == ["a.previous.recording.jsonl", "a.recording.jsonl"])
    #expect(try numbers(in: file) == [3])
    #expect(try numbers(in: folder.file("a.previous.recording.jsonl")) == [2])
  }

  /// As a program that is started twice. The system ends the lock with the program.
  @Test func aSecondRecorderOfAFileIsRefused() throws {
    var first: RecordingWriter? = try RecordingWriter(at: file, isBatched: true, limit: 8 * 4096)
    for number in 0..<500 {
      first?.append(line(number))
      first?.flush()
      guard number % 50 == 0 else { continue }
      let error = #expect(throws: RecordingFileError.self) {
        try RecordingWriter(at: file, isBatched: true, limit: 1 << 20)
      }
      #expect(error?.description == "Another recorder writes into '\(file.path)'")
    }
    #expect(try numbers(in: file) == Array(0..<500))
    first = nil
    let second = try RecordingWriter(at: file, isBatched: true, limit: 1 << 20)
    second.append(line(1_000))
    second.flush()
    #expect(try numbers(in: file) == [1_000])
  }

  @Test func aFolderThatIsMissingIsAnError() {
    let url = folder.file("missing/a.recording.jsonl")
    #expect(throws: RecordingFileError.self) { try RecordingWriter(at: url, isBatched: false, limit: 1 << 20) }
  }

  // Mapped, because the background thread of a buffered recording reports outside of the test.
  @Test func aFailedWriteIsReportedOnce() throws {
    let writer = try RecordingWriter(at: file, isBatched: false, limit: 8 * 4096)
    writer.append(line(0))
    writer.flush()
    // The next segment can't be created.
    try FileManager.default.removeItem(at: folder.url)
    let issues = issues {
      for number in 1..<1000 { writer.append(line(number)) }
      writer.flush()
      writer.append(line(1000))
      writer.flush()
    }
    #expect(issues.count == 1)
    #expect(issues.first?.headline.hasPrefix("A recording has stopped") == true)
  }

  @Test func aReporterMayAppend() async throws {
    let writer = try RecordingWriter(at: file, isBatched: false, limit: 8 * 4096)
    try FileManager.default.removeItem(at: folder.url)
    let count = Locked(0)
    // As one that sends an action to a recorded store.
    let append: @Sendable (ReportedIssue) -> Void = { _ in
      count.withLock { $0 += 1 }
      writer.append([UInt8](repeating: UInt8(ascii: "\n"), count: 9 << 20))
    }
    await issues(reported: append) {
      for number in 0..<1000 { writer.append(line(number)) }
      writer.flush()
    }
    #expect(count.withLock { $0 } == 1)
  }
}
