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

/// Tests of the state of a file, which a person reads to find a problem.
@Suite(.ends) struct StatusTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test func theStateOfAFile() throws {
    try folder.makeFolder("real")
    try folder.link("data", to: "real")
    let file = folder.file("data/value")
    let subscription = file.watch {}
    try file.write(Data("damaged".utf8))
    let moved = try file.quarantine(replacingWith: Data("new".utf8))
    let status = file.status()
    #expect(status.path == folder("real/value").path)
    #expect(status.links == [folder("data").path])
    #expect(status.file?.size == 3 && status.file?.permissions == 0o600)
    #expect(status.quarantined == [folder("real").appendingPathComponent(moved.lastPathComponent).path])
    #expect(status.observation == .watched && !status.isLocked && status.version == nil)
    #expect(status.readError == nil && status.writeError == nil && status.notices == [])
    let text = status.description
    #expect(text.contains("path         \(folder("real/value").path)"))
    #expect(text.contains("mode 600") && text.contains("changes      watched") && text.contains("writable     yes"))
    subscription.cancel()
    #expect(file.status().observation == .unobserved)
  }

  @Test func theStateOfAMissingFile() {
    let status = folder.file("a/b/value").status()
    #expect(status.file == nil && status.writeError == nil && !status.isLocked)
    #expect(status.description.contains("there is no file"))
    #expect(folder.names == [])
  }

  @Test func aHeldLockAndAWriteProtectedFile() throws {
    let file = folder.file()
    try file.write(Data("1".utf8))
    #expect(unsafe chmod(folder().path, 0o444) == 0)
    try file.withLock { file in
      let status = file.status()
      #expect(status.isLocked)
      #expect(status.writeError?.code == EACCES)
      #expect(status.description.contains("writable    no: access"))
    }
    try folder.makeFolder("folder")
    #expect(folder.file("folder").status().readError?.code == EISDIR)
  }

  @Test func noticesAreListed() throws {
    let file = folder.file()
    let layer = FileLayer { call in
      if call.name == .fsync { throw SystemCallError(call: .fsync, path: call.path, code: EINVAL) }
    }
    try folder.file(layer: layer).write(Data("1".utf8))
    #expect(file.status().notices.map(\.kind) == [.isNotSynchronized])
  }
}
