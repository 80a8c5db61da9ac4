import CounterpointTestSupport
@_spi(Internals) import DurableFiles
import Foundation
import Synchronization
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Tests of the lock between processes.
@Suite(.ends) struct LockTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private var lock: URL { folder(".counterpoint-value.lock") }

  private func expectLocked(sourceLocation: SourceLocation = #_sourceLocation) {
    let error = #expect(throws: DurableFileError.self, sourceLocation: sourceLocation) {
      try folder.file().withLock(timeout: .zero) { _ in }
    }
    guard case .lockTimeout(lock.path) = error else {
      Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
      return
    }
  }

  @Test func noIncrementOfSeveralProcessesIsLost() throws {
    let programs = try (0..<4).map { _ in try Program("count", folder().path, "25") }
    for program in programs { #expect(program.end() == 0) }
    #expect(folder.text() == "100")
    #expect(folder.names == ["value"])
  }

  @Test func noIncrementOfSeveralThreadsIsLost() throws {
    let file = folder.file()
    DispatchQueue.concurrentPerform(iterations: 20) { _ in
      do {
        try file.withLock(timeout: .seconds(600)) { file in
          let count = try file.read().flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
          try file.write(Data("\(count + 1)".utf8))
        }
      } catch {
        Issue.record(error)
      }
    }
    #expect(folder.text() == "20")
  }

  @Test func theLockOfAnotherProcessIsReleasedAtItsEnd() throws {
    let program = try Program("hold", folder().path)
    #expect(program.line() == "locked")
    expectLocked()
    try program.closeInput()
    #expect(program.end() == 0)
    try folder.file().withLock(timeout: .zero) { _ in }
  }

  @Test func theLockOfAKilledProcessIsReleased() throws {
    let program = try Program("hold", folder().path)
    #expect(program.line() == "locked")
    program.stop()
    program.end()
    try folder.file().withLock(timeout: .zero) { _ in }
  }

  @Test func aWriteInsideUsesTheHeldLock() throws {
    try folder.file().withLock { file in
      try file.write(Data("1".utf8))
      #expect(try file.read() == Data("1".utf8))
      try file.withLock(timeout: .zero) { try $0.write(Data("2".utf8)) }
      try file.quarantine(replacingWith: Data("3".utf8))
      expectLocked()
    }
    #expect(folder.text() == "3")
  }

  @Test func theLockIsReleasedAfterAnError() throws {
    #expect(throws: CancellationError.self) { try folder.file().withLock { _ in throw CancellationError() } }
    try folder.file().withLock(timeout: .zero) { _ in }
  }

  #if os(Linux)
  /// A process that is being started has copies of all descriptors until it runs its program. Closing the original does
  /// not release the lock meanwhile.
  @Test func aCopyOfTheDescriptorDoesNotKeepTheLock() throws {
    var copy: Int32 = -1
    try folder.file().withLock { _ in
      for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
        if target == lock.path, let number = Int32(name) { copy = dup(number) }
      }
    }
    #expect(copy >= 0)
    try folder.file().withLock(timeout: .zero) { _ in }
    close(copy)
  }

  /// Otherwise a long-running program that is started while the lock is held would keep it.
  @Test func aStartedProgramDoesNotInheritTheLock() throws {
    let input = Pipe()
    let cat = Process()
    cat.executableURL = URL(fileURLWithPath: "/bin/cat")
    cat.standardInput = input
    try folder.file().withLock { _ in try cat.run() }
    try folder.file().withLock(timeout: .zero) { _ in }
    try input.fileHandleForWriting.close()
    cat.waitUntilExit()
  }
  #endif

  /// A process that has opened a lock file that is removed then would share the protected file with one that has
  /// created a new one.
  @Test func aRemovedLockFileIsNotHeld() throws {
    let isRemoved = Atomic(false)
    let layer = FileLayer { call in
      guard call.name == .lock, !isRemoved.exchange(true, ordering: .relaxed) else { return }
      try FileManager.default.removeItem(atPath: call.path)
    }
    try folder.file(layer: layer).withLock { _ in expectLocked() }
    let wasRemoved = isRemoved.load(ordering: .relaxed)
    #expect(wasRemoved)
  }

  @Test func theLockFileStays() throws {
    try folder.file().withLock { _ in }
    #expect(FileManager.default.fileExists(atPath: lock.path))
  }

  enum Kind: CaseIterable { case symbolicLink, hardLink, pipe }

  @Test(arguments: Kind.allCases)
  func aPlantedLockFileIsRefused(kind: Kind) throws {
    try folder.put("important", "victim")
    let victim = folder("victim").path
    switch kind {
    case .symbolicLink: #expect(unsafe symlink(victim, lock.path) == 0)
    case .hardLink: #expect(unsafe link(victim, lock.path) == 0)
    case .pipe: #expect(unsafe mkfifo(lock.path, 0o600) == 0)
    }
    let error = #expect(throws: SystemCallError.self) { try folder.file().write(Data()) }
    #expect(error?.path == lock.path)
    #expect(folder.text("victim") == "important")
    #expect(folder.text() == nil)
  }
}
