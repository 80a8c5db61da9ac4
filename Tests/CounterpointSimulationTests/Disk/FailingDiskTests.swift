@testable import CounterpointSimulation
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

/// Disks that are full, or fail.
@Suite struct FailingDiskTests {
  private let url = URL(fileURLWithPath: "/data/notes.txt")

  @Test func aFullDiskKeepsTheOldFileAndNoTemporaryOne() async throws {
    let codes = Recorder<Int32>()
    try await simulate(seeds: 1...40) { [url] world in
      let disk = Recorder<Disk>()
      let machine = world.machine("m") {
        try DurableFile(url).write(Data("old".utf8))
        disk.entries[0].isFull = true
        do {
          try DurableFile(url).write(Data(repeating: 7, count: 1_000))
          try world.expect("a full disk takes nothing", false)
        } catch let error as SystemCallError {
          codes.note(error.code)
        }
        try await Task.sleep(for: .seconds(1))
        disk.entries[0].isFull = false
        try DurableFile(url).write(Data("new".utf8))
      }
      disk.note(machine.disk)
      await world.run(for: .milliseconds(800))
      try world.expect("the old file stays", machine.disk.contents(of: url.path) == Data("old".utf8))
      let files = machine.disk.files.filter { !$0.hasSuffix("lock") }
      try world.expect("no temporary file stays", files == [url.path])
      await world.run(for: .seconds(1))
      try world.expect("there is room again", machine.disk.contents(of: url.path) == Data("new".utf8))
    }
    #expect(codes.entries.count >= 40)
    #expect(Set(codes.entries) == [ENOSPC])
  }

  /// Linux takes pages whose write has failed for written.
  @Test func bytesThatCouldNotBeSynchronizedAreLostAlsoAfterAnotherSynchronization() async throws {
    let found = Recorder<Bool>()
    try await simulate(seeds: 1...40) { world in
      let last = Recorder<String>()
      let machine = world.machine("m") {
        let files = CurrentFileSystem.value
        var file: Int32 = -1
        while file < 0 { file = files.open("/notes", in: nil, O_RDWR | O_CREAT, mode: 0o600) }
        var root: Int32 = -1
        while root < 0 { root = files.open("/", in: nil, O_RDONLY | O_DIRECTORY, mode: 0) }
        while files.synchronize(root) < 0 {}
        for number in 1... {
          let text = "text \(number)"
          files.rewind(file)
          let count = unsafe Array(text.utf8).withUnsafeBytes { unsafe files.write(file, $0) }
          guard files.synchronize(file) == -EIO, count == text.utf8.count else { continue }
          while files.synchronize(file) < 0 {}
          var bytes = [UInt8](repeating: 0, count: 100)
          var readCount = -1
          while readCount < 0 {
            files.rewind(file)
            readCount = unsafe bytes.withUnsafeMutableBytes { unsafe files.read(file, into: $0) }
          }
          try world.expect("programs read the bytes", String(decoding: bytes.prefix(readCount), as: UTF8.self) == text)
          last.note(text)
          break
        }
        try await Task.sleep(for: .seconds(100))
      }
      world.faults = [.failingDisk([machine], oneIn: 5)]
      while last.entries.isEmpty { await world.run(for: .milliseconds(100)) }
      machine.crash()
      found.note(machine.disk.contents(of: "/notes") == Data(last.entries[0].utf8))
    }
    #expect(Set(found.entries) == [true, false])
  }

  /// A killed program has created the folder and has not synchronized it. The next one has to, before a write of a file
  /// in it is acknowledged, also if the folder above can't be opened at first.
  @Test func aWriteWaitsForTheFoldersAboveItsFile() async throws {
    let stored = Recorder<Bool>()
    try await simulate(seeds: 1...60) { [url] world in
      let starts = Recorder<Int>(), writes = Recorder<Int>()
      let machine = world.machine("m") {
        starts.note(1)
        if starts.entries.count == 1 {
          _ = CurrentFileSystem.value.makeFolder("/data", mode: 0o700)
          return
        }
        while writes.entries.isEmpty {
          do {
            try DurableFile(url).write(Data("text".utf8))
            writes.note(1)
          } catch {
            try await Task.sleep(for: .milliseconds(1))
          }
        }
        try await Task.sleep(for: .seconds(100))
      }
      await world.run(for: .seconds(1))
      world.faults = [.failingDisk([machine], oneIn: 20)]
      machine.restart()
      while writes.entries.isEmpty { await world.run(for: .milliseconds(10)) }
      machine.crash()
      stored.note(machine.disk.contents(of: url.path) == Data("text".utf8))
    }
    #expect(!stored.entries.contains(false))
  }

  @Test func eachCallMayFailBeforeOrAfterItsEffect() async throws {
    let failed = Recorder<String>(), renamed = Recorder<Bool>()
    try await simulate(seeds: 1...100) { world in
      let machine = world.machine("m") {
        let files = CurrentFileSystem.value
        var stamp: FileStamp?
        func note(_ name: String, _ code: Int32) { if code == -EIO { failed.note(name) } }
        note("mkdir", files.makeFolder("/data", mode: 0o700))
        let file = files.open("/data/a", in: nil, O_RDWR | O_CREAT, mode: 0o600)
        note("open", file)
        var byte: UInt8 = 1
        note("write", unsafe withUnsafeBytes(of: &byte) { Int32(unsafe files.write(file, $0)) })
        note("read", unsafe withUnsafeMutableBytes(of: &byte) { Int32(unsafe files.read(file, into: $0)) })
        note("fsync", files.synchronize(file))
        note("allocate", files.allocate(file, size: 10))
        note("truncate", files.truncate(file, size: 0))
        note("chmod", files.setPermissions(file, 0o600))
        note("stat", files.readStamp("/data/a", followingLinks: true, into: &stamp))
        note("fstat", files.readStamp(of: file, into: &stamp))
        note("access", files.checkWriteAccess("/data/a"))
        let code = files.rename("/data/a", "/data/b", in: nil)
        note("rename", code)
        if code == -EIO, let names = try? files.entries("/data"), names.count == 1 { renamed.note(names == ["b"]) }
        note("unlink", files.unlink("/data/b", in: nil))
        note("close", files.close(file))
        do { _ = try files.entries("/data") } catch let error as SystemCallError { note("list", -error.code) }
      }
      world.faults = [.failingDisk([machine], oneIn: 4)]
      await world.run(for: .seconds(1))
    }
    let calls: Set = [
      "mkdir", "open", "write", "read", "fsync", "allocate", "truncate", "chmod", "stat", "fstat", "access", "rename",
      "unlink", "close", "list",
    ]
    #expect(Set(failed.entries) == calls)
    #expect(Set(renamed.entries) == [true, false])
  }
}
