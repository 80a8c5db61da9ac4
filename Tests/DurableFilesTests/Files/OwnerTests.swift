import CounterpointTestSupport
@_spi(Internals) import CounterpointSupport
@_spi(Internals) @testable import DurableFiles
import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Tests with other users, whose programs run as real processes. They need the superuser.
@Suite(.ends, .enabled(if: geteuid() == 0)) struct OwnerTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    #expect(unsafe chmod(folder.url.path, 0o755) == 0)
    try folder.makeFolder("sub")
  }

  private let path = "sub/value"
  private var lockName: String { "sub/.counterpoint-value.lock" }

  private func setFolder(owner: UInt32, group: UInt32, permissions: mode_t) {
    #expect(unsafe chown(folder("sub").path, owner, group) == 0)
    #expect(unsafe chmod(folder("sub").path, permissions) == 0)
  }

  private func state(_ name: String) throws -> [Int] {
    let attributes = try FileManager.default.attributesOfItem(atPath: folder(name).path)
    let names: [FileAttributeKey] = [.ownerAccountID, .groupOwnerAccountID, .posixPermissions]
    return names.map { (attributes[$0] as? NSNumber)?.intValue ?? -1 }
  }

  /// Writes "new" as another user.
  private func write(as user: Int, _ group: Int, groups: String = "", to path: String? = nil) throws -> String? {
    let program = try Program("write-as", folder(path ?? self.path).path, "\(user)", "\(group)", groups)
    defer { program.end() }
    return program.line()
  }

  /// As by `sudo` or `cron`.
  @Test func aRunOfTheSuperuserLocksNoUserOut() throws {
    setFolder(owner: 4_321, group: 4_321, permissions: 0o755)
    try folder.file(path).write(Data("first".utf8))
    #expect(try state(path) == [4_321, 4_321, 0o600])
    #expect(try state(lockName)[0] == 4_321)
    #expect(try write(as: 4_321, 4_321) == "written")
    try folder.file(path).write(Data("third".utf8))
    #expect(try state(path) == [4_321, 4_321, 0o600])
    #expect(try write(as: 4_321, 4_321) == "written")
  }

  /// The first run of a program may be one of the superuser, so that it creates the folders as well.
  @Test func foldersThatTheSuperuserCreatesBelongToTheUser() throws {
    setFolder(owner: 4_321, group: 4_321, permissions: 0o755)
    let path = "sub/state/app/value"
    try folder.file(path).write(Data("first".utf8))
    #expect(try state("sub/state") == [4_321, 4_321, 0o700])
    #expect(try state("sub/state/app") == [4_321, 4_321, 0o700])
    #expect(try state(path) == [4_321, 4_321, 0o600])
    #expect(try write(as: 4_321, 4_321, to: path) == "written")
  }

  @Test func twoUsersOfAGroupShareAFile() throws {
    setFolder(owner: 0, group: 7_777, permissions: 0o2775)
    #expect(try write(as: 4_321, 4_321, groups: "7777") == "written")
    #expect(unsafe chmod(folder(path).path, 0o664) == 0)
    #expect(try write(as: 4_322, 4_322, groups: "7777") == "written")
    #expect(try state(path) == [4_322, 7_777, 0o664])
    #expect(try write(as: 4_321, 4_321, groups: "7777") == "written")
    #expect(try state(path) == [4_321, 7_777, 0o664])
  }

  /// A lock file that all may write excludes them, and is no danger where they can replace it in any case.
  @Test func theLockFileHasThePermissionsOfItsFile() throws {
    setFolder(owner: 0, group: 0, permissions: 0o755)
    try folder.file(path).write(Data())
    #expect(try state(lockName) == [0, 0, 0o600])
    #expect(unsafe chown(folder(path).path, 4_321, 7_777) == 0)
    #expect(unsafe chmod(folder(path).path, 0o664) == 0)
    try folder.file(path).write(Data())
    #expect(try state(lockName) == [4_321, 7_777, 0o660])
  }

  @Test func aGroupThatCannotBeKeptGetsNoMoreThanAllUsers() throws {
    setFolder(owner: 4_321, group: 4_321, permissions: 0o777)
    try folder.put("old", path)
    #expect(unsafe chown(folder(path).path, 4_321, 7_777) == 0)
    #expect(unsafe chmod(folder(path).path, 0o664) == 0)
    let program = try Program("write-as", folder(path).path, "4321", "4321")
    #expect(program.line() == "written")
    #expect(try state(path) == [4_321, 4_321, 0o644])
    #expect(program.line()?.contains("Add the user to the old group") == true)
    #expect(program.line() == nil && program.end() == 0)
  }

  @Test func anOwnerThatIsLostIsSaid() throws {
    try folder.put("old", path)
    #expect(unsafe chown(folder(path).path, 4_321, 0) == 0)
    let notices = Locked<[DurableFileNotice]>([])
    let layer = FileLayer.failing([.chown], EPERM).notifying { notice in notices.withLock { $0.append(notice) } }
    try folder.file(path, layer: layer).write(Data("new".utf8))
    #expect(notices.withLock { $0.map(\.kind) } == [.ownerIsNotKept])
    #expect(notices.withLock { $0.first?.description.contains("writable for a group") } == true)
  }

  /// The mode passes through no mask.
  @Test func theMaskOfTheProcessDoesNotChangePermissions() throws {
    setFolder(owner: 4_321, group: 4_321, permissions: 0o755)
    try folder.put("old", path)
    #expect(unsafe chown(folder(path).path, 4_321, 4_321) == 0)
    #expect(unsafe chmod(folder(path).path, 0o666) == 0)
    #expect(try write(as: 4_321, 4_321) == "written")
    #expect(try state(path) == [4_321, 4_321, 0o666])
  }

  /// Another user has written a journal in which the file seems to be half written.
  @Test(arguments: [0o1777, 0o777] as [mode_t], [4_321, 4_322] as [UInt32])
  func aJournalOfAnotherUserIsIgnoredInAStickyFolder(permissions: mode_t, owner: UInt32) throws {
    try folder.put("12", path)
    #expect(unsafe chown(folder(path).path, 4_321, 4_321) == 0)
    let journal = "sub/.counterpoint-value.journal"
    try Journal(old: Data("19".utf8), new: Data("92".utf8)).encoded.write(to: folder(journal))
    #expect(unsafe chown(folder(journal).path, owner, owner) == 0)
    setFolder(owner: 0, group: 0, permissions: permissions)
    let isTrusted = permissions & 0o1000 == 0 || owner == 4_321
    #expect(try folder.file(path).read() == Data((isTrusted ? "92" : "12").utf8))
    // The user can also make it unreadable.
    let layer = FileLayer { [folder] call in
      guard call.name == .open, call.path == folder(journal).path else { return }
      throw SystemCallError(call: .open, path: call.path, code: EACCES)
    }
    if !isTrusted { #expect(try folder.file(path, layer: layer).read() == Data("12".utf8)) }
    try folder.file(path).write(Data("3".utf8))
    #expect(folder.text(path) == "3")
  }

  #if os(Linux)
  /// The list for user 4321 to read and write: version 2, then entries of a tag, permissions and an id.
  private let accessList = Data(
    [2, 0, 0, 0] + entry(0x01, 6) + entry(0x02, 6, 4_321) + entry(0x04, 4) + entry(0x10, 6) + entry(0x20, 4)
  )

  private static func entry(_ tag: UInt8, _ permissions: UInt8, _ id: UInt32 = .max) -> [UInt8] {
    [tag, 0, permissions, 0] + (0..<4).map { UInt8(truncatingIfNeeded: id >> (8 * $0)) }
  }

  @Test func theAccessListAndTheAttributesAreKept() throws {
    try folder.put("old", path)
    try setAttributes(folder(path), ["user.tag": Data("red".utf8), "system.posix_acl_access": accessList])
    let before = try state(path)
    try folder.file(path).write(Data("new".utf8))
    #expect(try state(path) == before)
    #expect(try attributes(folder(path)) == ["user.tag": Data("red".utf8), "system.posix_acl_access": accessList])
    #expect(try write(as: 4_322, 4_322)?.contains("Permission denied") == true)
  }

  /// The group bits of the mode are those of the list's mask, which the owning group doesn't have.
  @Test func aLostAccessListGivesTheGroupNoMoreRights() throws {
    try folder.put("old", path)
    try setAttributes(folder(path), ["system.posix_acl_access": accessList])
    #expect(try state(path)[2] == 0o664)
    let notices = Locked<[DurableFileNotice]>([])
    let layer = FileLayer { call in
      if call.name == .attribute, call.path.contains("~") {
        throw SystemCallError(call: .attribute, path: call.path, code: ENOTSUP)
      }
    }.notifying { notice in notices.withLock { $0.append(notice) } }
    try folder.file(path, layer: layer).write(Data("new".utf8))
    #expect(try state(path)[2] == 0o644)
    #expect(notices.withLock { $0.map(\.kind) } == [.attributesAreNotKept])
  }

  /// A list that the folder gives to new files would give rights to users who had none.
  @Test func anInheritedAccessListIsRemoved() throws {
    try folder.put("old", path)
    #expect(unsafe chmod(folder(path).path, 0o660) == 0)
    try setAttributes(folder("sub"), ["system.posix_acl_default": accessList])
    try folder.file(path).write(Data("new".utf8))
    #expect(try attributes(folder(path)) == [:])
    #expect(try state(path)[2] == 0o660)
  }

  private func attributes(_ url: URL) throws -> [String: Data] {
    let values = try FileManager.default.attributesOfItem(atPath: url.path)[.init("NSFileExtendedAttributes")]
    return (values as? [String: Data] ?? [:]).filter { $0.key.hasPrefix("user.") || $0.key.contains("posix_acl") }
  }

  private func setAttributes(_ url: URL, _ values: [String: Data]) throws {
    try FileManager.default.setAttributes([.init("NSFileExtendedAttributes"): values], ofItemAtPath: url.path)
  }
  #endif
}
