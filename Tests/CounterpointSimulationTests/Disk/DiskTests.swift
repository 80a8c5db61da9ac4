import CounterpointSimulation
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

@Suite struct DiskTests {
  private let url = URL(fileURLWithPath: "/data/notes.txt")

  /// Runs a program once, then what ends it, and returns the contents of the file for each seed.
  private func contents(
    seeds: ClosedRange<Int> = 1...60,
    of url: URL,
    after end: @escaping @Sendable (Machine) -> Void,
    program: @escaping @Sendable () throws -> Void
  ) async throws -> [String?] {
    let found = Recorder<String?>()
    try await simulate(seeds: seeds) { world in
      let machine = world.machine("m") {
        try program()
        // Until the end.
        try await Task.sleep(for: .seconds(100))
      }
      await world.run(for: .seconds(1))
      end(machine)
      found.note(machine.disk.contents(of: url.path).map { String(decoding: $0, as: UTF8.self) })
    }
    return found.entries
  }

  @Test func aWriteOfTheLibrarySurvivesEachPowerFailure() async throws {
    let found = try await contents(of: url, after: { $0.crash() }) { [url] in
      try DurableFile(url).write(Data("first".utf8))
      try DurableFile(url).write(Data("second".utf8))
    }
    #expect(Set(found) == ["second"])
  }

  @Test func unsynchronizedBytesSurviveInPart() async throws {
    let text = String(repeating: "0123456789", count: 10)
    let found = try await contents(of: url, after: { $0.crash() }) { [url] in
      try DurableFile(url).write(Data("old".utf8))
      try Self.overwrite(url, with: text)
    }
    let texts = Set(found.compactMap(\.self))
    #expect(!found.contains(nil))
    #expect(texts.isSuperset(of: ["old", text]))
    // Torn writes.
    #expect(texts.count > 4, "\(texts)")
    // Each byte is a new one, an old one, or a zero in a gap.
    let (old, new) = (Array("old".utf8), Array(text.utf8))
    for text in texts {
      let isExplained = text.utf8.enumerated().allSatisfy { index, byte in
        byte == 0 || byte == new[index] || index < old.count && byte == old[index]
      }
      #expect(isExplained, "\(text)")
    }
  }

  @Test func aFileWithoutASynchronizedFolderMayBeMissing() async throws {
    let found = try await contents(of: url, after: { $0.crash() }) { [url] in
      try Self.create(url, "text", synchronizesFolder: false)
    }
    #expect(Set(found) == [nil, "text"])
  }

  @Test func aSynchronizedFileInASynchronizedFolderSurvives() async throws {
    let found = try await contents(of: url, after: { $0.crash() }) { [url] in
      try Self.create(url, "text", synchronizesFolder: true)
    }
    #expect(Set(found) == ["text"])
  }

  @Test func aKilledProcessLosesNothing() async throws {
    let found = try await contents(of: url, after: { $0.kill() }) { [url] in
      try Self.create(url, "text", synchronizesFolder: false)
      try Self.overwrite(url, with: "longer text")
    }
    #expect(Set(found) == ["longer text"])
  }

  /// Writes a file in place, without a synchronization.
  private static func overwrite(_ url: URL, with text: String) throws {
    let files = CurrentFileSystem.value
    let file = files.open(url.path, in: nil, O_RDWR, mode: 0)
    for part in [text.prefix(40), text.dropFirst(40)] where !part.isEmpty {
      _ = unsafe Array(part.utf8).withUnsafeBytes { unsafe files.write(file, $0) }
    }
    _ = files.close(file)
  }

  /// Creates a file with synchronized contents.
  private static func create(_ url: URL, _ text: String, synchronizesFolder: Bool) throws {
    let files = CurrentFileSystem.value
    _ = files.makeFolder("/data", mode: 0o700)
    let root = files.open("/", in: nil, O_RDONLY | O_DIRECTORY, mode: 0)
    _ = files.synchronize(root)
    let file = files.open(url.path, in: nil, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
    _ = unsafe Array(text.utf8).withUnsafeBytes { unsafe files.write(file, $0) }
    _ = files.synchronize(file)
    if synchronizesFolder { _ = files.synchronize(files.open("/data", in: nil, O_RDONLY | O_DIRECTORY, mode: 0)) }
  }

  @Test func callsFailAsThoseOfTheKernel() async throws {
    try await simulate(seeds: [1]) { world in
      world.machine("m") {
        let files = CurrentFileSystem.value
        #expect(files.open("/missing", in: nil, O_RDONLY, mode: 0) == -ENOENT)
        #expect(files.open("/missing/file", in: nil, O_RDWR | O_CREAT, mode: 0o600) == -ENOENT)
        let file = files.open("/file", in: nil, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
        #expect(file >= 0)
        #expect(files.open("/file", in: nil, O_RDWR | O_CREAT | O_EXCL, mode: 0o600) == -EEXIST)
        #expect(files.open("/file/child", in: nil, O_RDONLY, mode: 0) == -ENOTDIR)
        #expect(files.open("/file", in: nil, O_RDONLY | O_DIRECTORY, mode: 0) == -ENOTDIR)
        #expect(files.open("/", in: nil, O_WRONLY, mode: 0) == -EISDIR)
        #expect(files.makeFolder("/folder", mode: 0o700) == 0)
        #expect(files.makeFolder("/folder", mode: 0o700) == -EEXIST)
        #expect(files.rename("/file", "/folder", in: nil) == -EISDIR)
        #expect(files.rename("/none", "/other", in: nil) == -ENOENT)
        #expect(files.unlink("/folder", in: nil) == -EISDIR)
        #expect(files.truncate(file, size: 3) == 0)
        #expect(files.close(file) == 0)
        #expect(files.close(file) == -EBADF)
        #expect(files.synchronize(file) == -EBADF)
        let entries = try files.entries("/")
        #expect(entries == ["file", "folder"])
        #expect(throws: SystemCallError.self) { try files.entries("/file") }
        let long = String(repeating: "x", count: 256)
        #expect(files.open("/\(long)", in: nil, O_RDWR | O_CREAT, mode: 0o600) == -ENAMETOOLONG)
      }
      await world.run(for: .seconds(1))
    }
  }

  @Test func locksExcludeDescriptorsAndEndWithTheirProcess() async throws {
    let found = Recorder<String>()
    try await simulate(seeds: [1]) { world in
      let first = world.machine("a") {
        try DurableFile(URL(fileURLWithPath: "/data/value")).withLock { _ in
          found.note("a has the lock")
          usleep(3_000_000)
          found.note("never: a was killed")
        }
      }
      await world.run(for: .seconds(1))
      world.machine("b", beside: first) {
        try DurableFile(URL(fileURLWithPath: "/data/value")).withLock { _ in found.note("b has the lock") }
      }
      await world.run(for: .seconds(1))
      found.note("a is killed")
      first.kill()
      await world.run(for: .seconds(1))
    }
    let run = ["a has the lock", "a is killed", "b has the lock"]
    #expect(found.entries.filter { !$0.hasPrefix("never") } == run + run)
  }

  @Test func aFileIsWatched() async throws {
    let found = Recorder<String>(), observations = Recorder<DurableFileStatus.Observation>()
    try await simulate(seeds: [1]) { world in
      let url = URL(fileURLWithPath: "/data/value")
      let first = world.machine("a") {
        for await _ in DurableFile(url).changes {
          found.note(try DurableFile(url).read().map { String(decoding: $0, as: UTF8.self) } ?? "missing")
          observations.note(DurableFile(url).status().observation)
        }
      }
      await world.run(for: .seconds(1))
      world.machine("b", beside: first) { try DurableFile(url).write(Data("text".utf8)) }
      await world.run(for: .seconds(1))
    }
    #expect(found.entries.last == "text", "\(found.entries)")
    #expect(Set(observations.entries) == [.watched])
  }
}
