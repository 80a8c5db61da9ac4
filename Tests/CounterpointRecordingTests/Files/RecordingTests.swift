import Foundation
import Testing

@_spi(Internals) @testable import CounterpointRecording

@Suite struct RecordingTests {
  private let folder: TemporaryFolder
  private let file: URL

  init() throws {
    folder = try TemporaryFolder()
    file = folder.file("a.recording.jsonl")
  }

  private static let lines: [RecordingLine] = [
    .header(RecordingLine.Header(store: 1, feature: "App.First", label: nil, date: 1)),
    .snapshot(RecordingLine.Snapshot(store: 1, number: 0, numbering: 0, state: JSONText(Array("{}".utf8)))),
    .header(RecordingLine.Header(store: 2, feature: "App.Second", label: "visitor é", date: 2)),
    .snapshot(RecordingLine.Snapshot(store: 2, number: 0, numbering: 0, opaque: "State(): why")),
    .action(
      RecordingLine.Action(store: 1, number: 1, time: 5, cause: .user("A.swift:1"), action: JSONText(Array("1".utf8)))
    ),
    .result(RecordingLine.Result(store: 1, number: 1, changes: [FieldChange(path: "a", value: .absent)])),
  ]

  private func bytes(_ lines: [RecordingLine]) -> [UInt8] { lines.flatMap(\.bytes) }

  @Test func theStoresAreThoseOfTheHeaders() throws {
    try Data(bytes(Self.lines)).write(to: file)
    let recording = try Recording(contentsOf: file)
    #expect(recording.stores.map(\.number) == [1, 2])
    #expect(recording.stores.map(\.feature) == ["App.First", "App.Second"])
    #expect(recording.stores.map(\.label) == [nil, "visitor é"])
    #expect(recording.stores.map(\.date.timeIntervalSince1970) == [1, 2])
    #expect(!recording.isTruncated)
  }

  /// A file that ends at any byte, with and without the zeros of a mapped file.
  @Test(arguments: [0, 100])
  func aTornLastLineIsLeftOut(_ zeros: Int) throws {
    let all = bytes(Self.lines)
    var ends: Set<Int> = [0]
    for line in Self.lines { ends.insert(ends.max()! + line.bytes.count) }
    for count in 0...all.count {
      try Data(all.prefix(count) + [UInt8](repeating: 0, count: zeros)).write(to: file)
      let recording = try Recording.read(file)
      #expect(recording.lines.count == ends.count { $0 > 0 && $0 <= count })
      #expect(recording.isTruncated == !ends.contains(count))
    }
  }

  @Test func aDamagedLineIsAnErrorWithItsPlace() throws {
    var all = bytes(Self.lines)
    all[Self.lines[0].bytes.count] = UInt8(ascii: "x")
    try Data(all).write(to: file)
    let error = #expect(throws: Recording.FormatError.self) { try Recording(contentsOf: file) }
    #expect(error?.line == 2)
    #expect(error?.description.hasPrefix("\(file.path):2: ") == true)
  }

  private static let namesOfOthers = [
    "a.b.recording.jsonl", "ab.segment-0001.recording.jsonl", "a.segment-0001.txt", "a.previous.recording.jsonl",
    "a.1.recording.jsonl", "a.8080.recording.jsonl", "a.20260729.recording.jsonl", "a.segment-1.recording.jsonl",
    "a.segment-0000.recording.jsonl", "a.segment-+001.recording.jsonl", "a.segment-.recording.jsonl",
  ]

  @Test func aRecorderLeavesOtherRecordings() throws {
    for name in Self.namesOfOthers where !name.hasPrefix("a.previous") {
      try Data("kept".utf8).write(to: folder.file(name))
    }
    for _ in 1...2 {
      let recorder = try Recorder(at: file)
      let header = RecordingLine.header(RecordingLine.Header(store: 1, feature: "F", label: nil, date: 0))
      recorder.writer.append(header.bytes)
      recorder.flush()
    }
    for name in Self.namesOfOthers where !name.hasPrefix("a.previous") {
      #expect(try String(contentsOf: folder.file(name), encoding: .utf8) == "kept", "\(name)")
    }
  }

  @Test func segmentsAreReadInTheOrderOfTheirNumbers() throws {
    let numbers = [9999, 2, 10_000, 10]
    for number in numbers {
      let name = String(repeating: "0", count: max(0, 4 - "\(number)".count)) + "\(number)"
      let header = RecordingLine.Header(store: number, feature: "F", label: nil, date: 0)
      try Data(RecordingLine.header(header).bytes).write(to: folder.file("a.segment-\(name).recording.jsonl"))
    }
    // Files of other recordings.
    for name in Self.namesOfOthers {
      try Data("damaged\n".utf8).write(to: folder.file(name))
    }
    try Data(RecordingLine.header(RecordingLine.Header(store: 1, feature: "F", label: nil, date: 0)).bytes).write(
      to: file
    )
    #expect(try Recording(contentsOf: file).lines.map(\.store) == [2, 10, 9999, 10_000, 1])
    #expect(try Recording(contentsOf: folder.file("a.segment-0010.recording.jsonl")).lines.map(\.store) == [10])
    // The program has ended before it created the next segment.
    try FileManager.default.removeItem(at: file)
    #expect(try Recording(contentsOf: file).lines.map(\.store) == [2, 10, 9999, 10_000])
  }

  @Test func anIncompleteLineInAnOlderSegmentIsAnError() throws {
    try Data(bytes(Self.lines).dropLast()).write(to: folder.file("a.segment-0001.recording.jsonl"))
    try Data(bytes(Self.lines)).write(to: file)
    let error = #expect(throws: Recording.FormatError.self) { try Recording(contentsOf: file) }
    #expect(error?.line == Self.lines.count)
  }

  @Test func aMissingFileIsAnError() {
    #expect(throws: (any Error).self) { try Recording(contentsOf: file) }
  }
}
