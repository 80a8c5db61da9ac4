import CounterpointTestSupport
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

/// Tests of files that are mounted by themselves, as by `docker run -v file`, which no other file can replace.
@Suite(.ends) struct MountedFileTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  #if os(Linux)
  /// With a real mount: the program writes, is killed at each of its system calls, and reads.
  @Test(.enabled(if: geteuid() == 0)) func aMountedFileIsWrittenInPlace() throws {
    try folder.put("old contents", "host")
    try folder.put("")
    let program = try Program(inNamespace: "in-place", folder("host").path, folder().path)
    #expect(program.line() == "written new")
    #expect(program.line() == "written longer contents than before")
    #expect(program.line() == "quarantined")
    var states: Set<String> = []
    while let line = program.line(), line != "done" {
      #expect(["old", "a newer text"].contains(line))
      states.insert(line)
    }
    #expect(states == ["old", "a newer text"])
    #expect(program.end() == 0)
    #expect(folder.text("host") == "last")
    let quarantined = folder.quarantined
    #expect(quarantined.compactMap { folder.text($0) } == ["longer contents than before"])
    #expect(folder.names.filter { !quarantined.contains($0) } == ["host", "value"])
  }

  /// A container whose root is read-only.
  @Test(.enabled(if: geteuid() == 0)) func aMountedFileInAReadOnlyFolderSaysWhatToDo() throws {
    try folder.put("old", "host")
    try folder.makeFolder("root")
    try folder.put("", "root/value")
    let program = try Program(inNamespace: "read-only", folder("host").path, folder("root").path)
    let line = try #require(program.line())
    #expect(line.contains("Mount its folder"), "\(line)")
    #expect(program.end() == 0)
    #expect(folder.text("host") == "old")
  }
  #endif

  /// Each mixture that a crash can leave counts as the new contents.
  @Test(arguments: [("old", "new text"), ("a longer text", "new"), ("", "new"), ("old", ""), ("abc", "axc")])
  func aMixtureIsRecognized(old: String, new: String) throws {
    let (old, new) = (Data(old.utf8), Data(new.utf8))
    let journal = try #require(Journal(Journal(old: old, new: new).encoded))
    #expect(journal.old == old && journal.new == new)
    // Bytes are written from the front, after the file has grown and before it shrinks.
    for written in 0...new.count {
      var data = Data(new.prefix(written)) + old.dropFirst(written)
      data += Data(count: max(0, new.count - data.count))
      #expect(journal.isMixture(data) == (data != old && data != new))
    }
    #expect(!journal.isMixture(Data("quite another text".utf8)))
  }

  @Test func aJournalThatIsNotWholeIsIgnored() {
    let bytes = Journal(old: Data("old".utf8), new: Data("new".utf8)).encoded
    for count in 0..<bytes.count { #expect(Journal(bytes.prefix(count)) == nil) }
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 1
      #expect(Journal(damaged).map { $0.new == Data("new".utf8) && $0.old == Data("old".utf8) } != true, "\(index)")
    }
  }

  @Test func sizesThatOverflowTogetherAreNoJournal() {
    #expect(Journal(Data("counterpoint-journal 1 \(Int.max) \(Int.max) 0000000000000000\n".utf8)) == nil)
  }

  @Test func theTableOfMountsIsRead() throws {
    let line = Substring(#"36 35 98:0 /mnt1 /mnt/with\040space rw,noatime master:1 - fuse.sshfs /dev/root rw"#)
    let mount = try #require(MountTable.Mount(line))
    #expect(mount.path == "/mnt/with space" && mount.device == "98:0" && mount.isRemote)
    #expect(MountTable.Mount("36 35 98:0 /mnt1") == nil)
  }
}
