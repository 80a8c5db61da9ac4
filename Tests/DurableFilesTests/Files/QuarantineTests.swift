@_spi(Internals) import CounterpointSupport
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

@Suite(.ends) struct QuarantineTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.put("old")
  }

  @Test func theFileGetsANameWithTheTimeAndANumber() throws {
    let moved = try folder.file().quarantine()
    #expect(moved.lastPathComponent.wholeMatch(of: /value\.corrupt-\d{8}T\d{6}Z-1/) != nil)
    #expect(folder.names == [moved.lastPathComponent])
    #expect(folder.text(moved.lastPathComponent) == "old")
  }

  @Test func aReplacementTakesThePlace() throws {
    #expect(unsafe chmod(folder().path, 0o640) == 0)
    let moved = try folder.file().quarantine(replacingWith: Data("new".utf8))
    #expect(folder.text() == "new")
    #expect(folder.text(moved.lastPathComponent) == "old")
    #expect(try folder.permissions() == 0o640)
  }

  @Test func aMissingFileIsAnError() throws {
    let error = #expect(throws: SystemCallError.self) { try folder.file("missing").quarantine() }
    #expect(error?.code == ENOENT)
    #expect(throws: SystemCallError.self) { try folder.file("missing").quarantine(replacingWith: Data()) }
    #expect(folder.names == ["value"])
  }

  /// All twelve within a second, so that only the numbers tell their order.
  @Test func theNewestFiveAreKept() throws {
    for number in 1...12 {
      try folder.put("\(number)")
      try folder.file().quarantine()
    }
    #expect(Set(folder.quarantined.compactMap { folder.text($0) }) == ["8", "9", "10", "11", "12"])
  }

  @Test func filesOfOtherNamesAreNotCounted() throws {
    try folder.put("other", "value2.corrupt-20250131T235959Z-9")
    let moved = try folder.file().quarantine()
    #expect(moved.lastPathComponent.hasSuffix("-1"))
    #expect(folder.names.count == 2)
  }

  /// They belong to the user, and have no number that could be counted on from.
  @Test(
    arguments: [
      "mine", "x-9223372036854775807", "20250131T235959Z-9223372036854775807", "20250131T235959Z-", "20250131-7",
    ]
  )
  func aNameOfAnotherFormIsNotCountedAndNotRemoved(end: String) throws {
    let name = "value.corrupt-\(end)"
    try folder.put("mine", name)
    for number in 1...7 {
      try folder.put("\(number)")
      let moved = try folder.file().quarantine()
      #expect(moved.lastPathComponent.hasSuffix("Z-\(number)"))
    }
    #expect(folder.text(name) == "mine" && folder.names.count == 6)
    #expect(folder.file().status().quarantined.count == 5)
  }

  /// Whatever has a name of that kind: a file, a link that leads nowhere, or a folder.
  @Test func noNameIsTakenTwice() throws {
    let start = "value.corrupt-20250131T235959Z"
    try folder.put("first", "\(start)-1")
    try folder.link("\(start)-2", to: "nowhere")
    try folder.makeFolder("\(start)-3")
    let moved = try folder.file().quarantine()
    #expect(moved.lastPathComponent.hasSuffix("-4"))
    #expect(folder.names.count == 4)
    #expect(folder.text("\(start)-1") == "first")
  }

  @Test func behindALinkTheTargetIsRenamed() throws {
    try folder.makeFolder("real")
    try folder.put("mine", "real/notes")
    try folder.link("link", to: "real/notes")
    let moved = try folder.file("link").quarantine(replacingWith: Data("new".utf8))
    #expect(moved.deletingLastPathComponent().lastPathComponent == "real")
    #expect(moved.lastPathComponent.hasPrefix("notes.corrupt-"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder("link").path) == "real/notes")
    #expect(folder.text("link") == "new")
  }

  @Test func anErrorAtAnyCallKeepsTheOldBytes() throws {
    let log = CallLog()
    try folder.file(layer: .logged(in: log)).quarantine(replacingWith: Data("new".utf8))
    let rename = try #require(log.names.lastIndex(of: .rename))
    for number in log.calls.indices {
      let folder = try Folder()
      try folder.put("old")
      let file = folder.file(layer: .failing(at: number, ENOSPC))
      let step = Comment(rawValue: "call \(number), \(log.names[number])")
      let isDone = (try? file.quarantine(replacingWith: Data("new".utf8))) != nil
      if isDone || number > rename {
        #expect(folder.text() == "new", step)
        #expect(folder.quarantined.compactMap { folder.text($0) } == ["old"], step)
      } else {
        #expect(folder.names == ["value"], step)
        #expect(folder.text() == "old", step)
      }
    }
  }

  @Test func aCrashAtAnyCallKeepsTheOldBytes() throws {
    let log = CallLog()
    try folder.file(layer: .logged(in: log)).quarantine(replacingWith: Data("new".utf8))
    for number in log.calls.indices {
      let folder = try Folder()
      try folder.put("old")
      _ = try? folder.file(layer: .crashing(at: number)).quarantine(replacingWith: Data("new".utf8))
      let texts = (folder.quarantined + ["value"]).compactMap { folder.text($0) }
      #expect([["old"], ["old", "new"]].contains(texts), "call \(number), \(log.names[number])")
    }
  }

  @Test func aFileThatCannotBeMovedBackIsNamedInTheError() throws {
    let renamings = Locked(0)
    let layer = FileLayer { call in
      guard call.name == .rename else { return }
      let number = renamings.withLock { number in
        number += 1
        return number
      }
      // Only moving the old file away works.
      if number > 1 { throw SystemCallError(call: .rename, path: call.path, code: ENOSPC) }
    }
    let error = #expect(throws: DurableFileError.self) {
      try folder.file(layer: layer).quarantine(replacingWith: Data("new".utf8))
    }
    guard case .notRestored(let url, let underlying) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(underlying.code == ENOSPC)
    #expect(folder.names == [url.lastPathComponent])
    #expect(folder.text(url.lastPathComponent) == "old")
  }

  @Test func aFileThatAppearsMeanwhileIsNotReplacedByTheOldOne() throws {
    let path = folder().path
    let renamings = Locked(0)
    let layer = FileLayer { call in
      guard call.name == .rename else { return }
      let number = renamings.withLock { number in
        number += 1
        return number
      }
      if number == 1 { return }
      try Data("foreign".utf8).write(to: URL(fileURLWithPath: path))
      throw SystemCallError(call: .rename, path: call.path, code: ENOSPC)
    }
    #expect(throws: DurableFileError.self) { try folder.file(layer: layer).quarantine(replacingWith: Data()) }
    #expect(folder.text() == "foreign")
    #expect(folder.quarantined.compactMap { folder.text($0) } == ["old"])
  }
}
