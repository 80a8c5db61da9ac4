import ControlledClocks
@_spi(Internals) import CounterpointSupport
import CounterpointTestSupport
import DependencyInjection
@_spi(Internals) import DurableFiles
import Foundation
@testable import StateSharing
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// `SharedStorage.flushAll()` for files: what it waits for, and which errors it throws.
@Suite(.ends) struct FlushedFileTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// Opens a latch when it is flushed.
  private final class OpeningWriter: PendingWriter {
    private let latch: Latch

    init(_ latch: Latch) { self.latch = latch }

    func flush() { latch.open() }
  }

  /// The writer has taken the change, which therefore waits no more.
  @Test(arguments: [false, true]) func flushingWaitsForAWriteOfAnotherThread(fails: Bool) async throws {
    let isWriting = Signal(), mayGoOn = Latch()
    let layer = FileLayer { call in
      guard call.name == .rename else { return }
      isWriting.send()
      mayGoOn.wait()
      if fails { throw SystemCallError(call: .rename, path: call.path, code: ENOSPC) }
    }
    try await withDisk(clock: TestClock<Duration>(), layer: layer, isWatched: false) {
      @Shared(.fileStorage(folder.file())) var count = 0
      $count.withLock { $0 = 1 }
      await isWriting.wait()
      DependencyValues._current.pendingWrites.add(OpeningWriter(mayGoOn))
      if fails {
        await #expect(throws: SharedStorageError.self) { try await SharedStorage.flushAll() }
      } else {
        try await SharedStorage.flushAll()
        #expect(folder.text() == "1")
      }
    }
  }

  /// A layer in which no file can be renamed, as long as it is broken.
  private func layer(_ isBroken: Locked<Bool>) -> FileLayer {
    FileLayer { call in
      if call.name == .rename, isBroken.withLock({ $0 }) {
        throw SystemCallError(call: .rename, path: call.path, code: ENOSPC)
      }
    }
  }

  /// The program ends, or says that not everything is stored.
  @Test(arguments: [FileStorageMode.throttled, .immediate], [false, true])
  func flushingTriesAFailedWriteAgain(mode: FileStorageMode, isReleased: Bool) async throws {
    let isBroken = Locked(true)
    try await withDisk(layer: layer(isBroken), isWatched: false) {
      var count: Shared<Int>? = Shared(wrappedValue: 0, .fileStorage(folder.file(), mode: mode))
      _ = issues {
        count?.withLock { $0 = 1 }
        count?.withLock { $0 = 2 }
      }
      if isReleased { count = nil }
      for _ in 1...2 {
        await #expect(throws: SharedStorageError.self) { try await SharedStorage.flushAll() }
      }
      isBroken.withLock { $0 = false }
      try await SharedStorage.flushAll()
      #expect(folder.text() == "2")
      try Data("7".utf8).write(to: folder.file())
      try await SharedStorage.flushAll()
      #expect(folder.text() == "7", "There is nothing left to write.")
    }
  }

  /// A later write, a load, or another program has settled it.
  @Test(arguments: [FileConflictPolicy.reload, .lastWriterWins], [0, 1, 2])
  func flushingLeavesAFailedWriteThatIsSettled(policy: FileConflictPolicy, settlement: Int) async throws {
    let isBroken = Locked(false)
    try await withDisk(layer: layer(isBroken)) {
      let count = Shared(wrappedValue: 0, .fileStorage(folder.file(), mode: .immediate, onConflict: policy))
      count.withLock { $0 = 1 }
      isBroken.withLock { $0 = true }
      _ = try await issues {
        count.withLock { $0 = 2 }
        switch settlement {
        case 0:
          isBroken.withLock { $0 = false }
          count.withLock { $0 = 3 }
        case 1:
          try await count.load()
        default:
          try Data("100".utf8).write(to: folder.file(), options: .atomic)
          #expect(await first(of: count.values) { $0 == 100 } == 100)
        }
      }
      isBroken.withLock { $0 = false }
      try await SharedStorage.flushAll()
      #expect(folder.text() == ["3", "1", "100"][settlement])
    }
  }

  @Test func flushingWaitsForAWriteOfSettings() async throws {
    let isWriting = Signal(), mayGoOn = Latch()
    let layer = FileLayer { call in
      guard call.name == .rename else { return }
      isWriting.send()
      mayGoOn.wait()
      throw SystemCallError(call: .rename, path: call.path, code: ENOSPC)
    }
    let store = AppStorageStore(url: folder.file(), layer: layer)
    store.set(1, forKey: "count")
    let isWritten = Latch()
    startThread(named: "settings") {
      try? store.synchronize()
      isWritten.open()
    }
    await isWriting.wait()
    DependencyValues._current.pendingWrites.add(OpeningWriter(mayGoOn))
    await #expect(throws: SharedStorageError.self) { try await SharedStorage.flushAll() }
    isWritten.wait()
  }

  @Test func flushingTriesAFailedWriteOfSettingsAgain() async throws {
    let isBroken = Locked(true)
    let store = AppStorageStore(url: folder.file(), layer: layer(isBroken))
    store.set(1, forKey: "count")
    for _ in 1...2 {
      await #expect(throws: SharedStorageError.self) { try await SharedStorage.flushAll() }
    }
    isBroken.withLock { $0 = false }
    // A write that began before may still fail.
    try? await SharedStorage.flushAll()
    try await SharedStorage.flushAll()
    #expect(AppStorageStore(url: folder.file(), layer: FileLayer()).integer(forKey: "count") == 1)
  }
}
