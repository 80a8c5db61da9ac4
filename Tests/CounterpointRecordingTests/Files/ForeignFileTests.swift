import CounterpointTestSupport
import Foundation
import Testing

@testable import CounterpointRecording

/// A file that is no recording is an error, and not a recording without actions.
@Suite struct ForeignFileTests {
  @Test(arguments: [
    "", "\n\n", String(repeating: "\0", count: 1_000), "no line break",
    #"{"s":1,"n":1,"t":1,"by":["u","A:1"],"a":1}"# + "\n", #"{"v":1,"s":1,"feature":"A","#,
  ])
  func aFileWithoutAStoreIsAnError(_ text: String) throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let file = folder.file("foreign.recording.jsonl")
    try Data(text.utf8).write(to: file)
    let error = #expect(throws: Recording.FormatError.self) { try Recording(contentsOf: file) }
    #expect(error?.description == "\(file.path):1: The file is no recording, because it has no store.")
  }

  @Test func zerosBetweenTheLinesAreAnError() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let file = folder.file("damaged.recording.jsonl")
    let header = #"{"v":1,"s":1,"feature":"A","at":1,"c":1}"# + "\n"
    try Data((header + "\0\0" + header).utf8).write(to: file)
    let error = #expect(throws: Recording.FormatError.self) { try Recording(contentsOf: file) }
    #expect(error?.line == 2)
    try Data((header + "\0\0").utf8).write(to: file)
    #expect(try Recording(contentsOf: file).stores.count == 1)
  }
}
