import CounterpointSimulation
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

@Suite struct SystemCallTests {
  /// Otherwise two calls in the wrong order, such as the release of a lock and a renaming, would be one step.
  @Test func everyCallOfADiskMayLetOtherProcessesRun() async throws {
    let interrupted = Recorder<String>()
    let calls = Recorder<String>()
    try await simulate(seeds: 1...3) { world in
      let steps = Locked(0)
      let first = world.machine("a") {
        let files = CurrentFileSystem.value
        func call(_ name: String, _ body: () -> Void) {
          let before = steps.withLock { $0 }
          body()
          calls.note(name)
          if steps.withLock({ $0 }) != before { interrupted.note(name) }
        }
        for _ in 0..<100 { Self.makeAllCalls(on: files, call) }
      }
      world.machine("b", beside: first) {
        while true {
          steps.withLock { $0 += 1 }
          try await Task.sleep(for: .microseconds(30))
        }
      }
      while first.isRunning { await world.run(for: .milliseconds(100)) }
    }
    #expect(Set(calls.entries).count == 16)
    #expect(Set(calls.entries).subtracting(interrupted.entries) == [])
  }

  private static func makeAllCalls(on files: any FileSystem, _ call: (String, () -> Void) -> Void) {
    var file: Int32 = -1
    var stamp: FileStamp?
    var byte: UInt8 = 1
    call("mkdir") { _ = files.makeFolder("/data", mode: 0o755) }
    call("open") { file = files.open("/data/a", in: nil, O_RDWR | O_CREAT, mode: 0o644) }
    call("lock") { _ = files.tryLock(file, exclusive: true) }
    call("allocate") { _ = files.allocate(file, size: 1) }
    call("write") { unsafe withUnsafeBytes(of: &byte) { unsafe _ = files.write(file, $0) } }
    call("read") { unsafe withUnsafeMutableBytes(of: &byte) { unsafe _ = files.read(file, into: $0) } }
    call("fsync") { _ = files.synchronize(file) }
    call("truncate") { _ = files.truncate(file, size: 0) }
    call("chmod") { _ = files.setPermissions(file, 0o600) }
    call("stat") { _ = files.readStamp("/data/a", followingLinks: true, into: &stamp) }
    call("access") { _ = files.checkWriteAccess("/data/a") }
    call("unlock") { files.unlock(file) }
    call("rename") { _ = files.rename("/data/a", "/data/b", in: nil) }
    call("list") { _ = try? files.entries("/data") }
    call("unlink") { _ = files.unlink("/data/b", in: nil) }
    call("close") { _ = files.close(file) }
  }
}
