import CounterpointTestSupport
@_spi(Internals) import DurableFiles
import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Law 9: a crash at any instant leaves the old value or the new one.
@Suite(.ends) struct FaultTests {
  /// The file before a write.
  enum Start: CaseIterable {
    case file, nothing

    func prepare(_ folder: Folder) throws {
      guard self == .file else { return }
      try folder.makeFolder("sub")
      try folder.put("old", "sub/value")
    }

    var old: String? { self == .file ? "old" : nil }
  }

  private let new = Data("new".utf8)

  /// The calls of a write in which nothing fails.
  private func calls(_ start: Start) throws -> [SystemCall.Name] {
    let folder = try Folder()
    try start.prepare(folder)
    let log = CallLog()
    try folder.file("sub/value", layer: .logged(in: log)).write(new)
    return log.names
  }

  @Test(arguments: Start.allCases)
  func aCrashBeforeAnyCallLeavesTheOldBytesOrTheNewOnes(start: Start) throws {
    let calls = try calls(start)
    let rename = try #require(calls.lastIndex(of: .rename))
    let last = try #require(calls.lastIndex(of: .fsync))
    for number in calls.indices {
      let folder = try Folder()
      try start.prepare(folder)
      #expect(throws: (any Error).self, "call \(number)") {
        try folder.file("sub/value", layer: .crashing(at: number)).write(new)
        // Closing the folder and the lock come after the acknowledgement, and their errors are ignored.
        if number > last { throw CancellationError() }
      }
      #expect(folder.text("sub/value") == (number <= rename ? start.old : "new"), "call \(number), \(calls[number])")
      // The next write succeeds, and removes what the crash has left behind.
      try folder.file("sub/value").write(Data("newer".utf8))
      #expect(folder.names == ["sub", "sub/value"])
    }
  }

  /// With a real process, whose files stay as they are at its end.
  @Test func aKilledProcessLeavesTheOldBytesOrTheNewOnes() throws {
    let count = try calls(.file).count
    var seen: Set<String> = []
    for number in 1...count {
      let folder = try Folder()
      try Start.file.prepare(folder)
      let program = try Program("write", folder("sub/value").path, "\(number)")
      program.end()
      let text = try #require(folder.text("sub/value"))
      #expect(["old", "new"].contains(text))
      if program.line() != nil { #expect(text == "new") }
      seen.insert(text)
      try folder.file("sub/value").write(Data("newer".utf8))
      #expect(folder.names == ["sub", "sub/value"])
    }
    #expect(seen == ["old", "new"])
  }

  @Test func aProcessThatIsKilledAtRandomLosesNothingThatItHasAcknowledged() throws {
    let folder = try Folder()
    for _ in 1...10 {
      let program = try Program("write-on", folder().path)
      var acknowledged = 0
      for _ in 0..<Int.random(in: 1...20) { acknowledged = program.line().flatMap { Int($0) } ?? acknowledged }
      program.stop()
      while let line = program.line() { acknowledged = Int(line) ?? acknowledged }
      program.end()
      let numbers = Set(try #require(folder.text()).split(separator: "\n"))
      let number = try #require(numbers.first.flatMap { Int($0) })
      #expect(numbers.count == 1)
      #expect([acknowledged, acknowledged + 1].contains(number))
    }
  }

  @Test func aCrashInTheMiddleOfWritingLeavesTheOldBytes() throws {
    for count in 0..<3 {
      let folder = try Folder()
      try Start.file.prepare(folder)
      let log = CallLog()
      let layer = FileLayer(transferLimit: 1) { call in
        if log.calls.count > count || call.name == .unlink {
          throw SystemCallError(call: call.name, path: call.path, code: crash)
        }
        if call.name == .write { log.note(call) }
      }
      #expect(throws: SystemCallError.self) { try folder.file("sub/value", layer: layer).write(new) }
      #expect(folder.text("sub/value") == "old")
      #expect(try folder.file("sub/value").read() == Data("old".utf8))
    }
  }

  @Test(arguments: Start.allCases)
  func anInterruptionOfAnyCallGoesUnnoticed(start: Start) throws {
    for number in try calls(start).indices {
      let folder = try Folder()
      try start.prepare(folder)
      try folder.file("sub/value", layer: .failing(at: number, EINTR)).write(new)
      #expect(folder.names == ["sub", "sub/value"])
      #expect(try folder.file("sub/value", layer: .failing(at: number % 6, EINTR)).read() == new)
    }
  }

  @Test func transfersOfSingleBytesAreContinued() throws {
    let folder = try Folder()
    let file = folder.file(layer: FileLayer(transferLimit: 1))
    for text in ["first", "2"] {
      try file.write(Data(text.utf8))
      #expect(try file.read() == Data(text.utf8))
    }
  }

  @Test func aWriteOfNothingIsAnErrorNotAnEndlessLoop() throws {
    let folder = try Folder()
    let error = #expect(throws: SystemCallError.self) {
      try folder.file(layer: FileLayer(transferLimit: 0)).write(new)
    }
    #expect(error?.reason == "Input/output error")
    #expect(folder.names == [])
  }

  @Test func aFileThatFailsToCloseIsAnError() throws {
    let folder = try Folder()
    let error = #expect(throws: SystemCallError.self) {
      try folder.file(layer: .failing([.close], EDQUOT)).write(new)
    }
    #expect(error?.code == EDQUOT)
  }

  @Test func theWriteAfterAFailureSucceeds() throws {
    let folder = try Folder()
    let log = CallLog()
    let file = folder.file(
      layer: FileLayer { call in
        guard call.name == .write, log.calls.isEmpty else { return }
        log.note(call)
        throw SystemCallError(call: .write, path: call.path, code: ENOSPC)
      }
    )
    #expect(throws: SystemCallError.self) { try file.write(new) }
    try file.write(new)
    #expect(try file.read() == new)
  }

  #if os(Linux)
  @Test func aNoticeThatCanNotBePrintedDoesNotEndTheProgram() throws {
    let folder = try Folder()
    let program = try Program("notice", folder().path)
    #expect(program.line() == "written")
    #expect(program.end() == 0)
    #expect(folder.text() == "new")
  }
  #endif
}
