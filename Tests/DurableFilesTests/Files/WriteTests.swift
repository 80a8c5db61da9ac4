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

/// Tests of what a file and its metadata are after a write in which nothing fails.
@Suite(.ends) struct WriteTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test func whatIsWrittenIsRead() throws {
    let file = folder.file()
    #expect(try file.read() == nil)
    for text in ["first", "", String(repeating: "long", count: 100_000)] {
      try file.write(Data(text.utf8))
      #expect(try file.read() == Data(text.utf8))
      #expect(folder.names == ["value"])
    }
  }

  /// Law 9: acknowledged is durable.
  @Test func theBytesAreOnTheDiskBeforeTheNameAndTheNameBeforeTheReturn() throws {
    try folder.put("old")
    let log = CallLog()
    try folder.file(layer: .logged(in: log)).write(Data("new".utf8))
    let rename = try #require(log.names.firstIndex(of: .rename))
    let write = try #require(log.names.firstIndex(of: .write))
    #expect(log.calls[write..<rename].contains { $0.name == .fsync && $0.path == log.calls[write].path })
    #expect(log.calls[rename...].contains { $0.name == .fsync && $0.path == folder.url.path })
  }

  @Test func namesOfNewFoldersAreOnTheDisk() throws {
    let log = CallLog()
    try folder.file("a/b/value", layer: .logged(in: log)).write(Data())
    let synchronized = Set(log.calls.filter { $0.name == .fsync }.map(\.path))
    #expect(synchronized.isSuperset(of: [folder.url.path, folder("a").path, folder("a/b").path]))
  }

  /// A synchronization of the folder with the link would not cover the renaming.
  @Test func theFolderOfALinksTargetIsOnTheDisk() throws {
    try folder.makeFolder("real")
    try folder.link("value", to: "real/value")
    let log = CallLog()
    try folder.file(layer: .logged(in: log)).write(Data("new".utf8))
    #expect(log.calls.last { $0.name == .fsync }?.path == folder("real").path)
    #expect(folder.text("real/value") == "new")
  }

  @Test(arguments: [0o600, 0o640, 0o664, 0o666, 0o777])
  func permissionsAreKept(permissions: Int) throws {
    // The usual mask of a process removes the write permission of others.
    try folder.put("old")
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: folder().path)
    try folder.file().write(Data("new".utf8))
    #expect(try folder.permissions() == permissions)
    #expect(folder.text() == "new")
  }

  @Test func aSetUserBitIsNotKept() throws {
    try folder.put("old")
    #expect(unsafe chmod(folder().path, 0o4755) == 0)
    try folder.file().write(Data("new".utf8))
    var status = stat()
    #expect(unsafe stat(folder().path, &status) == 0)
    #expect(status.st_mode & 0o7777 == 0o755)
  }

  @Test func newFilesAndFoldersAreForTheUserAlone() throws {
    try folder.file("a/b/value").write(Data())
    #expect(try folder.permissions("a/b/value") == 0o600)
    #expect(try folder.permissions("a") == 0o700)
    #expect(try folder.permissions("a/b") == 0o700)
  }

  /// A program that the superuser runs once must not take the file away from its user.
  @Test(.enabled(if: geteuid() == 0)) func theOwnerIsKept() throws {
    try folder.put("old")
    #expect(unsafe chown(folder().path, 4_321, 1_234) == 0)
    try folder.file().write(Data("new".utf8))
    let attributes = try FileManager.default.attributesOfItem(atPath: folder().path)
    #expect(attributes[.ownerAccountID] as? UInt == 4_321)
    #expect(attributes[.groupOwnerAccountID] as? UInt == 1_234)
  }

  @Test(.enabled(if: geteuid() == 0)) func anOwnerThatCannotBeKeptDoesNotPreventTheWrite() throws {
    try folder.put("old")
    #expect(unsafe chown(folder().path, 4_321, 1_234) == 0)
    try folder.file(layer: .failing([.chown], EPERM)).write(Data("new".utf8))
    #expect(folder.text() == "new")
  }

  @Test(arguments: ["real", "real/../real", "first"])
  func aLinkStays(target: String) throws {
    try folder.makeFolder("real")
    try folder.link("first", to: "second")
    try folder.link("second", to: "real")
    try folder.put("old", "real/value")
    try folder.link("value", to: "\(target)/value")
    try folder.file().write(Data("new".utf8))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder().path) == "\(target)/value")
    #expect(folder.text("real/value") == "new")
    #expect(try folder.file().read() == Data("new".utf8))
  }

  @Test func aLinkToAMissingFileStays() throws {
    try folder.link("value", to: "target")
    #expect(try folder.file().read() == nil)
    try folder.file().write(Data("new".utf8))
    #expect(folder.text("target") == "new")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder().path) == "target")
  }

  /// The names of temporary files and locks are longer than the file's.
  @Test(arguments: ["x", "é", "e\u{301}"])
  func aNameOfTheMaximumLengthWorks(character: String) throws {
    let name = String(repeating: character, count: 255 / character.utf8.count)
    try folder.file(name).write(Data("old".utf8))
    #expect(folder.text(name) == "old")
    let moved = try folder.file(name).quarantine(replacingWith: Data("new".utf8))
    #expect(folder.names.sorted() == [name, moved.lastPathComponent].sorted())
    #expect(folder.text(name) == "new")
  }

  @Test func longNamesThatDifferAtTheEndDoNotShareALock() throws {
    let name = String(repeating: "x", count: 200)
    try folder.file("\(name)1").withLock { _ in
      try folder.file("\(name)2").withLock(timeout: .zero) { _ in }
    }
  }

  @Test(arguments: ["\u{301}value", "a\u{301}/\u{301}value", "with space", "%20", "~", "*"])
  func unusualNamesWork(name: String) throws {
    try folder.file(name).write(Data("new".utf8))
    #expect(folder.text(name) == "new")
    #expect(try folder.file(name).read() == Data("new".utf8))
    #expect(!folder.names.contains { $0.contains(".counterpoint-") })
  }

  /// The loss of the other names is said once.
  @Test func aFileWithHardLinksIsReplacedUnderItsNameOnly() throws {
    try folder.put("old")
    #expect(makeHardLink(folder().path, folder("other").path) == 0)
    let notices = Locked<[DurableFileNotice]>([])
    let file = folder.file(layer: FileLayer().notifying { notice in notices.withLock { $0.append(notice) } })
    try file.write(Data("new".utf8))
    try file.write(Data("newer".utf8))
    #expect(folder.text() == "newer")
    #expect(folder.text("other") == "old")
    #expect(notices.withLock { $0.map(\.kind) } == [.linksAreNotKept])
  }

  @Test func theLimitOfAReadIsExact() throws {
    try folder.put("1234")
    #expect(try folder.file().read(limit: 4) == Data("1234".utf8))
    #expect(throws: DurableFileError.self) { try folder.file().read(limit: 3) }
  }
}

private func makeHardLink(_ old: String, _ new: String) -> Int32 { unsafe link(old, new) }
