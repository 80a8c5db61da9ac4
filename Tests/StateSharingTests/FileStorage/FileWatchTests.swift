import CounterpointTestSupport
import Foundation
@_spi(Internals) import CounterpointSupport
import Observation
@_spi(Internals) import DurableFiles
import StateSharing
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Tests of foreign changes of a file.
@Suite(.ends) struct FileWatchTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func put(_ text: String, _ name: String = "value.json", aside: Bool = false) throws {
    try Data(text.utf8).write(to: folder.file(name), options: aside ? .atomic : [])
  }

  private func move(_ from: String, _ to: String) throws {
    try FileManager.default.moveItem(at: folder.file(from), to: folder.file(to))
  }

  @Test func truncatedAndReplacedFilesAreObserved() async throws {
    try await withDisk {
      @Shared(.fileStorage(folder.file())) var count = 1
      try put("2")
      #expect(await first(of: $count.values) { $0 == 2 } == 2)
      try put("3", aside: true)
      #expect(await first(of: $count.values) { $0 == 3 } == 3)
      try put("4", aside: true)
      #expect(await first(of: $count.values) { $0 == 4 } == 4)
      $count.withLock { $0 += 1 }
      try await $count.save()
      #expect(folder.text() == "5")
      #expect($count.saveError == nil)
    }
  }

  /// One call of `save()` waits for the lock and another one for its turn while another program changes the file.
  @Test func aStoredChangeIsNoConflict() async throws {
    let isHeld = Locked(false), isWaiting = Signal(), mayGoOn = Latch()
    let layer = FileLayer { call in
      if call.name == .lock, isHeld.withLock({ $0 }) {
        isWaiting.send()
        mayGoOn.wait()
      }
    }
    try await withDisk(layer: layer) {
      let count = Shared(wrappedValue: 0, .fileStorage(folder.file(), mode: .immediate))
      count.withLock { $0 = 1 }
      isHeld.withLock { $0 = true }
      let first = Task.immediate { try await count.save() }
      await isWaiting.wait()
      let second = Task.immediate { try await count.save() }
      try put("2", aside: true)
      #expect(await CounterpointTestSupport.first(of: count.values) { $0 == 2 } == 2)
      mayGoOn.open()
      try await first.value
      try await second.value
      #expect(count.saveError == nil && count.wrappedValue == 2)
    }
    #expect(folder.text() == "2")
  }

  @Test func deletingAndMovingGiveTheDefault() async throws {
    try put("2")
    try await withDisk {
      @Shared(.fileStorage(folder.file())) var count = 1
      #expect(count == 2)
      try FileManager.default.removeItem(at: folder.file())
      #expect(await first(of: $count.values) { $0 == 1 } == 1)
      try put("3")
      #expect(await first(of: $count.values) { $0 == 3 } == 3)
      try move("value.json", "away.json")
      #expect(await first(of: $count.values) { $0 == 1 } == 1)
      try move("away.json", "value.json")
      #expect(await first(of: $count.values) { $0 == 3 } == 3)
    }
  }

  @Test func aFolderCreatedLaterIsWatched() async throws {
    try await withDisk {
      @Shared(.fileStorage(folder.url.appendingPathComponent("a/b/value.json"))) var count = 1
      try FileManager.default.createDirectory(at: folder.file("a"), withIntermediateDirectories: true)
      try FileManager.default.createDirectory(at: folder.file("a/b"), withIntermediateDirectories: true)
      try put("2", "a/b/value.json")
      #expect(await first(of: $count.values) { $0 == 2 } == 2)
      // Events of the ancestors may have sufficed so far, but not for this change.
      try put("3", "a/b/value.json")
      #expect(await first(of: $count.values) { $0 == 3 } == 3)
      try FileManager.default.removeItem(at: folder.file("a"))
      #expect(await first(of: $count.values) { $0 == 1 } == 1)
    }
  }

  @Test func theTargetOfALinkIsWatched() async throws {
    try FileManager.default.createDirectory(at: folder.file("real"), withIntermediateDirectories: true)
    try put("1", "real/target.json")
    try FileManager.default.createSymbolicLink(atPath: folder.file().path, withDestinationPath: "real/target.json")
    try await withDisk {
      @Shared(.fileStorage(folder.file())) var count = 0
      try put("2", "real/target.json")
      #expect(await first(of: $count.values) { $0 == 2 } == 2)
    }
  }

  @Test func undecodableBytesAreAnError() async throws {
    try put("2")
    try await withDisk {
      @Shared(.fileStorage(folder.file())) var count = 1
      let shared = $count
      let seen = Signal()
      withObservationTracking({ _ = shared.loadError }, onChange: { seen.send() })
      try put("nothing", aside: true)
      await seen.wait()
      #expect(count == 2)
      #expect(shared.loadError != nil)
    }
  }

  @Test func ownWritesDoNotCountAsForeign() async throws {
    try await withDisk {
      @Shared(.fileStorage(folder.file())) var count = 0
      let seen = Recorder<Int>()
      let subscription = $count.publisher.sink { seen.note($0) }
      for number in 1...50 { $count.withLock { $0 = number } }
      // The event of a foreign write arrives after those of the own writes.
      try put("1000")
      #expect(await first(of: $count.values) { $0 == 1000 } == 1000)
      #expect(seen.entries == Array(0...50) + [1000])
      subscription.cancel()
    }
  }

  @Test func aForeignWriteReplacesAWaitingChange() async throws {
    let folderIsSynchronized = Latch(), path = folder.url.path
    let layer = FileLayer { call in
      if call.name == .fsync, call.path == path { folderIsSynchronized.open() }
    }
    try await withDisk(clock: ContinuousClock(), layer: layer) {
      @Shared(.fileStorage(folder.file())) var count = 0
      $count.withLock { $0 = 1 }
      // The first change is in the file, and the second one waits.
      folderIsSynchronized.wait()
      $count.withLock { $0 = 2 }
      try put("1000")
      #expect(await first(of: $count.values) { $0 == 1000 } == 1000)
      guard case .externalConflict(_, let lost)? = $count.saveError as? SharedStorageError else {
        Issue.record("\(String(describing: $count.saveError))")
        return
      }
      #expect(lost as? Int == 2)
      #expect(folder.text() == "1000")
      // The next save would throw it.
      $count.acknowledgeSaveError()
      #expect($count.saveError == nil)
      try await $count.save()
    }
  }

  /// A program that takes no lock writes while the new contents are on their way to the disk, before the renaming.
  @Test func aForeignWriteDuringAWriteIsNotOverwritten() async throws {
    let writesMeanwhile = Locked(false)
    let layer = FileLayer { [folder] call in
      let writes = writesMeanwhile.withLock { writes in
        guard writes, call.name == .fsync else { return false }
        writes = false
        return true
      }
      guard writes else { return }
      try Data("1000".utf8).write(to: folder.file())
    }
    await withDisk(layer: layer, isWatched: false) {
      @Shared(.fileStorage(folder.file())) var count = 0
      $count.withLock { $0 = 1 }
      writesMeanwhile.withLock { $0 = true }
      $count.withLock { $0 = 2 }
      guard case .externalConflict(_, let lost)? = $count.saveError as? SharedStorageError else {
        Issue.record("\(String(describing: $count.saveError))")
        return
      }
      #expect(lost as? Int == 2)
      #expect(count == 1000)
      #expect(folder.text() == "1000")
    }
  }

  /// As by a backup, or by `chmod`.
  @Test func aChangeOfMetadataDuringAWriteIsNoConflict() async {
    let changes = Locked(0)
    let layer = FileLayer { [folder] call in
      guard call.name == .fsync, changes.withLock({ $0 }) > 0 else { return }
      changes.withLock { $0 -= 1 }
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.file().path)
    }
    await withDisk(layer: layer, isWatched: false) {
      @Shared(.fileStorage(folder.file())) var count = 0
      $count.withLock { $0 = 1 }
      changes.withLock { $0 = 3 }
      $count.withLock { $0 = 2 }
      #expect($count.saveError == nil && count == 2 && folder.text() == "2")
    }
  }

  @Test func anUnreadForeignWriteIsNotOverwritten() async throws {
    try await withDisk {
      @Shared(.fileStorage(folder.file())) var count = 0
      $count.withLock { $0 = 1 }
      try await whileTheWatcherIsBusy {
        try put("1000")
        $count.withLock { $0 = 2 }
      }
      guard case .externalConflict(_, let lost)? = $count.saveError as? SharedStorageError else {
        Issue.record("\(String(describing: $count.saveError))")
        return
      }
      #expect(lost as? Int == 2)
      #expect(count == 1000)
      #expect(folder.text() == "1000")
    }
  }

  /// Returns a text of 120 bytes as JSON, with a digit near its end.
  private func long(_ digit: Int) -> String {
    String(repeating: "a", count: 110) + "\(digit)" + String(repeating: "z", count: 7)
  }

  @Test(arguments: [FileStorageMode.throttled, .immediate, .transactional])
  func aForeignChangeNearTheEndOfAFileIsSeen(mode: FileStorageMode) async throws {
    try put("\"\(long(1))\"")
    try await withDisk {
      @Shared(.fileStorage(folder.file(), mode: mode)) var text = ""
      #expect(text == long(1))
      try put("\"\(long(2))\"", aside: true)
      #expect(await first(of: $text.values) { $0 == long(2) } != nil)
    }
  }

  @Test func aForeignChangeNearTheEndOfAFileIsAConflict() async throws {
    try put("\"\(long(1))\"")
    try await withDisk {
      @Shared(.fileStorage(folder.file())) var text = ""
      try await whileTheWatcherIsBusy {
        try put("\"\(long(2))\"", aside: true)
        $text.withLock { $0 = "mine" }
      }
      expectConflict($text.saveError, lost: "mine")
      #expect(text == long(2))
      #expect(folder.text() == "\"\(long(2))\"")
    }
  }

  @Test func aForeignChangeThatKeepsSizeAndTimeIsAConflict() async throws {
    try await withDisk {
      @Shared(.fileStorage(folder.file(), mode: .immediate)) var count = 10
      $count.withLock { $0 = 11 }
      try await whileTheWatcherIsBusy {
        var status = stat()
        #expect(unsafe stat(folder.file().path, &status) == 0)
        try put("99")
        let time = status.st_mtim
        #expect(unsafe utimensat(AT_FDCWD, folder.file().path, [time, time], 0) == 0)
        $count.withLock { $0 += 1 }
      }
      expectConflict($count.saveError, lost: 12)
      #expect(count == 99)
      #expect(folder.text() == "99")
    }
  }

  @Test func aChangeMadeWhileAForeignOneArrivesIsAConflict() async throws {
    let change = Locked<(@Sendable () -> Void)?>(nil), isChanged = Signal()
    try await withDisk {
      let decode: @Sendable (Data) throws -> Int = { data in
        // The watcher has read the foreign value but has not applied it yet.
        let change = change.withLock { change in
          defer { change = nil }
          return change
        }
        change?()
        return Int(String(decoding: data, as: UTF8.self)) ?? -1
      }
      let encode: @Sendable (Int) throws -> Data = { Data("\($0)".utf8) }
      @Shared(.fileStorage(folder.file(), mode: .immediate, decode: decode, encode: encode)) var count = 0
      $count.withLock { $0 = 1 }
      let shared = $count
      change.withLock { change in
        change = {
          shared.withLock { $0 += 1 }
          isChanged.send()
        }
      }
      try put("1000")
      await isChanged.wait()
      #expect(await first(of: $count.values) { $0 == 1000 } != nil)
      #expect(folder.text() == "1000")
      await #expect(throws: SharedStorageError.self) { try await shared.save() }
      try await shared.save()
      #expect(folder.text() == "1000")
    }
  }

  @Test func aChangeMadeWhileAForeignOneIsLoadedIsAConflict() async throws {
    let changes = Locked<(@Sendable () -> Void)?>(nil)
    try await withDisk {
      let decode: @Sendable (Data) throws -> Int = { data in
        let change = changes.withLock { change in
          defer { change = nil }
          return change
        }
        change?()
        return Int(String(decoding: data, as: UTF8.self)) ?? -1
      }
      let encode: @Sendable (Int) throws -> Data = { Data("\($0)".utf8) }
      @Shared(.fileStorage(folder.file(), mode: .immediate, decode: decode, encode: encode)) var count = 0
      $count.withLock { $0 = 1 }
      let shared = $count
      try await whileTheWatcherIsBusy {
        try put("1000")
        changes.withLock { $0 = { shared.withLock { $0 += 1 } } }
        try await shared.load()
      }
      #expect(changes.withLock { $0 == nil })
      expectConflict(shared.saveError, lost: 2)
      #expect(count == 1000)
      #expect(folder.text() == "1000")
    }
  }

  @Test func theLastWriterWinsInMemoryAsWell() async throws {
    try await withDisk {
      @Shared(.fileStorage(folder.file(), mode: .immediate, onConflict: .lastWriterWins)) var count = 0
      $count.withLock { $0 = 1 }
      let shared = $count, isChanged = Signal(), isFirst = Flag()
      withObservationTracking {
        _ = shared.wrappedValue
      } onChange: {
        guard isFirst.take() else { return }
        shared.withLock { $0 += 1 }
        isChanged.send()
      }
      try put("1000")
      await isChanged.wait()
      // The watcher has one thread. While it handles this event, it has already applied the foreign value.
      try await whileTheWatcherIsBusy {}
      #expect(folder.text() == "\(count)")
      #expect($count.saveError == nil)
    }
  }

  /// Runs an operation while the watcher's only thread can't deliver events.
  private func whileTheWatcherIsBusy(_ operation: () async throws -> Void) async throws {
    let isBusy = Signal(), mayGoOn = Latch()
    let name = "busy-\(UUID())"
    let keeper = FileWatcher.shared.watch(folder.file(name).path) {
      isBusy.send()
      mayGoOn.wait()
    }
    defer {
      mayGoOn.open()
      keeper.cancel()
    }
    try put("", name)
    await isBusy.wait()
    try await operation()
  }

  private func expectConflict<Value: Equatable & Sendable>(
    _ error: (any Error)?,
    lost: Value,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    guard case .externalConflict(_, let found)? = error as? SharedStorageError else {
      Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
      return
    }
    #expect(found as? Value == lost, sourceLocation: sourceLocation)
  }
}

/// A flag that can be taken once.
private final class Flag: Sendable {
  private let isSet = Locked(true)

  func take() -> Bool {
    isSet.withLock { isSet in
      defer { isSet = false }
      return isSet
    }
  }
}
