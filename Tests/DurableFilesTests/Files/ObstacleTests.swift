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

/// Tests with something else than a writable file at the path.
@Suite(.ends) struct ObstacleTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// Reading, writing and quarantining fail.
  private func expectFailures(
    _ file: DurableFile,
    _ reason: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let actions: [() throws -> Void] = [
      { _ = try file.read() }, { try file.write(Data()) }, { try file.quarantine() },
      { try file.quarantine(replacingWith: Data()) }, { try file.withLock { _ in } },
    ]
    for action in actions {
      let error = #expect(throws: SystemCallError.self, sourceLocation: sourceLocation) { try action() }
      #expect(error?.reason == reason, sourceLocation: sourceLocation)
      #expect(error?.localizedDescription.contains(reason) == true, sourceLocation: sourceLocation)
    }
  }

  @Test func aFolderStays() throws {
    try folder.makeFolder("value")
    expectFailures(folder.file(), "Is a directory")
    #expect(folder.names == ["value"])
  }

  @Test(arguments: ["sub/", "."]) func aPathOfAFolderIsRefused(name: String) {
    expectFailures(DurableFile(URL(fileURLWithPath: "\(folder.url.path)/\(name)")), "Is a directory")
    #expect(folder.names == [])
  }

  /// The system would cut the path at the zero, and replace another file.
  @Test func aPathWithAZeroByteIsRefused() throws {
    try folder.put("other")
    expectFailures(DurableFile(URL(fileURLWithPath: folder().path + "\0.txt")), "The path contains a zero byte")
    #expect(folder.text() == "other")
    #expect(folder.names == ["value"])
  }

  @Test func aRemoteURLIsRefused() throws {
    expectFailures(DurableFile(try #require(URL(string: "https://example.com/value"))), "Not the URL of a file")
  }

  @Test func linksInACircleAreRefused() throws {
    try folder.link("a", to: "b")
    try folder.link("b", to: "a")
    expectFailures(folder.file("a"), "Too many levels of symbolic links")
    #expect(folder.names == ["a", "b"])
  }

  /// Opening a pipe would block until another process opens it too.
  @Test func aPipeIsNotWaitedFor() throws {
    #expect(unsafe mkfifo(folder().path, 0o600) == 0)
    expectFailures(folder.file(), "Not a regular file")
    #expect(folder.names == ["value"])
  }

  /// Only reads, because a bug must not replace a device of the machine.
  @Test(arguments: ["/dev/zero", "/dev/null"]) func aDeviceIsNotRead(path: String) throws {
    try folder.link("value", to: path)
    #expect(throws: SystemCallError.self) { try folder.file().read() }
  }

  @Test func aFileInThePlaceOfAFolderStays() throws {
    try folder.put("file", "sub")
    for name in ["sub/value", "sub/deeper/value"] {
      for action in [{ _ = try $0.read() }, { try $0.write(Data()) }] as [(DurableFile) throws -> Void] {
        let error = #expect(throws: SystemCallError.self) { try action(folder.file(name)) }
        #expect(error?.reason == "Not a directory")
      }
    }
    #expect(folder.text("sub") == "file")
  }

  /// Renaming another file to the path needs no permission for the file, so the system would not check it.
  @Test func aWriteProtectedFileIsNotReplaced() throws {
    try folder.put("old")
    #expect(unsafe chmod(folder().path, 0o444) == 0)
    for action in [{ try $0.write(Data()) }, { try $0.quarantine() }] as [(DurableFile) throws -> Void] {
      let error = #expect(throws: SystemCallError.self) { try action(folder.file()) }
      #expect(error?.reason == "Permission denied")
    }
    #expect(folder.text() == "old")
    #expect(folder.names == ["value"])
  }

  @Test(arguments: [SystemCall.Name.open, .read]) func whatCannotBeReadIsAnError(call: SystemCall.Name) throws {
    try folder.put("secret")
    let error = #expect(throws: SystemCallError.self) { try folder.file(layer: .failing([call], EACCES)).read() }
    #expect(error?.code == EACCES)
    #expect(error?.path == folder().path)
    #expect(folder.text() == "secret")
  }

  @Test func theTextsOfErrorsNameTheFile() {
    let full = SystemCallError(call: .write, path: "/a", code: ENOSPC)
    #expect("\(full)" == "write '/a': No space left on device (28)")
    let large = DurableFileError.tooLarge(path: "/a", size: 9, limit: 8)
    #expect("\(large)" == "'/a' has 9 bytes, which exceeds the limit of 8.")
    #expect("\(DurableFileError.lockTimeout(path: "/a"))" == "'/a' was locked by another process until the timeout.")
    let lost = DurableFileError.notRestored(from: URL(fileURLWithPath: "/b"), underlying: full)
    #expect(lost.localizedDescription.contains("'/b'"))
    #expect(lost.localizedDescription.contains("No space left on device"))
  }
}
