import ControlledClocks
@_spi(Internals) import CounterpointSupport
import CounterpointTestSupport
@_spi(Internals) import DurableFiles
import Foundation
import StateSharing
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Tests of files that other programs remove and create again, as editors and `git checkout` do, and of paths that lead
/// to other files later.
@Suite(.ends) struct VanishedFileTests {
  private let folder: Folder
  private let clock = TestClock<Duration>()

  init() throws { folder = try Folder() }

  private func put(_ text: String, _ name: String = "value.json") throws {
    try Data(text.utf8).write(to: folder.file(name))
  }

  private var grace: (duration: Duration, clock: any Clock<Duration>) { (.milliseconds(100), clock) }

  @Test func aFileThatIsRemovedAndCreatedShowsNoDefault() async throws {
    try put("1")
    try await withDisk(grace: grace) {
      @Shared(.fileStorage(folder.file())) var count = 0
      let seen = Recorder<Int>()
      let subscription = $count.publisher.sink { seen.note($0) }
      for number in 2...4 {
        try FileManager.default.removeItem(at: folder.file())
        // The removal has been noticed, and its grace has begun.
        try await clock.waitForSleepers()
        try put("\(number)")
        #expect(await first(of: $count.values) { $0 == number } == number)
        await clock.advance(by: .milliseconds(100))
      }
      #expect(seen.entries == [1, 2, 3, 4])
      subscription.cancel()
    }
  }

  @Test func aFileThatStaysAwayIsDeleted() async throws {
    try put("1")
    try await withDisk(grace: grace) {
      @Shared(.fileStorage(folder.file())) var count = 0
      try FileManager.default.removeItem(at: folder.file())
      try await clock.waitForSleepers()
      #expect(count == 1)
      await clock.advance(by: .milliseconds(100))
      #expect(await first(of: $count.values) { $0 == 0 } == 0)
    }
  }

  /// A thread of tasks that waits for a disk would delay all tasks.
  @Test(arguments: [false, true]) func theFileIsReadOnAThreadOfItsOwn(isOfSettings: Bool) async throws {
    try put(isOfSettings ? #"{"count":{"int":{"_0":1}}}"# : "1")
    let isInTask = Locked(false)
    let layer = FileLayer { _ in
      if unsafe withUnsafeCurrentTask(body: { unsafe $0 != nil }) { isInTask.withLock { $0 = true } }
    }
    try await withDisk(grace: grace, layer: layer) {
      let count: Shared<Int>
      if isOfSettings {
        let store = AppStorageStore(url: folder.file(), layer: layer, grace: grace)
        count = Shared(wrappedValue: 0, .appStorage("count", store: store))
      } else {
        count = Shared(wrappedValue: 0, .fileStorage(folder.file()))
      }
      isInTask.withLock { $0 = false }
      try FileManager.default.removeItem(at: folder.file())
      try await clock.waitForSleepers()
      await clock.advance(by: .milliseconds(100))
      #expect(await first(of: count.values) { $0 == 0 } == 0)
      #expect(!isInTask.withLock { $0 })
    }
  }

  /// As if it was removed and created between two calls of the library.
  @Test func settingsThatCannotBeFoundOnceAreReadAgain() async throws {
    try put(#"{"count":{"int":{"_0":1}}}"#)
    let path = folder.file().path, fails = Locked(false)
    let layer = FileLayer { call in
      let isFirst =
        call.name == .open && call.path == path
        && fails.withLock { fails in
          defer { fails = false }
          return fails
        }
      if isFirst { throw SystemCallError(call: .open, path: path, code: ENOENT) }
    }
    let store = AppStorageStore(url: folder.file(), layer: layer, grace: grace)
    @Shared(.appStorage("count", store: store)) var count = 0
    let seen = Recorder<Int>()
    let subscription = $count.publisher.sink { seen.note($0) }
    fails.withLock { $0 = true }
    try put(#"{"count":{"int":{"_0":2}}}"#)
    #expect(await first(of: $count.values) { $0 == 2 } == 2)
    #expect(seen.entries == [1, 2] && !fails.withLock { $0 })
    subscription.cancel()
  }

  @Test func settingsOfAVanishedFileStay() async throws {
    try put(#"{"count":{"int":{"_0":1}}}"#)
    let store = AppStorageStore(url: folder.file(), layer: FileLayer(), grace: grace)
    @Shared(.appStorage("count", store: store)) var count = 0
    try FileManager.default.removeItem(at: folder.file())
    try await clock.waitForSleepers()
    #expect(count == 1)
    await clock.advance(by: .milliseconds(100))
    #expect(await first(of: $count.values) { $0 == 0 } == 0)
  }

  /// A save in the gap would create the file with an older value, and a transaction would begin with the default.
  @Test(arguments: [FileStorageMode.immediate, .transactional])
  func aSaveWaitsForTheFile(mode: FileStorageMode) async throws {
    try put("10")
    let isRemoved = Locked(false), looks = Locked(0)
    let folder = folder
    let layer = FileLayer { call in
      // The other program creates the file while this one looks for it.
      guard call.name == .stat, call.path == folder.file().path, isRemoved.withLock({ $0 }) else { return }
      let number = looks.withLock { looks in
        looks += 1
        return looks
      }
      // At once, because the watcher's thread looks as well, and an empty file counts as missing.
      if number == 3 { try Data("10".utf8).write(to: folder.file(), options: .atomic) }
    }
    // The wait is not the clock's, because it blocks a thread.
    try await withDisk(grace: (.seconds(60), clock), layer: layer) {
      @Shared(.fileStorage(folder.file(), mode: mode)) var count = 0
      try FileManager.default.removeItem(at: folder.file())
      isRemoved.withLock { $0 = true }
      $count.withLock { $0 += 1 }
      #expect($count.saveError == nil && count == 11 && folder.text() == "11")
    }
  }

  /// A deployment switches `current` to another release, and deletes the old one.
  @Test(arguments: [FileStorageMode.throttled, .immediate, .transactional])
  func aSwitchedFolderIsFollowed(mode: FileStorageMode) async throws {
    for number in 1...2 {
      try FileManager.default.createDirectory(at: folder.file("r\(number)"), withIntermediateDirectories: true)
      try put("\(number)", "r\(number)/value.json")
    }
    let current = folder.file("current").path
    try FileManager.default.createSymbolicLink(atPath: current, withDestinationPath: "r1")
    try await withDisk {
      @Shared(.fileStorage(folder.file("current/value.json"), mode: mode)) var count = 0
      #expect(count == 1)
      try FileManager.default.removeItem(atPath: current)
      try FileManager.default.createSymbolicLink(atPath: current, withDestinationPath: "r2")
      try FileManager.default.removeItem(at: folder.file("r1"))
      #expect(await first(of: $count.values) { $0 == 2 } == 2)
      $count.withLock { $0 = 50 }
      try await $count.save()
      #expect(folder.text("r2/value.json") == "50")
      #expect(folder.names == ["current", "r2"])
    }
  }

  @Test func linksToOneFolderShareOneValue() async throws {
    try FileManager.default.createDirectory(at: folder.file("r1"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: folder.file("current").path, withDestinationPath: "r1")
    await withDisk {
      @Shared(.fileStorage(folder.file("current/value.json"))) var first = 1
      @Shared(.fileStorage(folder.file("r1/value.json"))) var second = 2
      $first.withLock { $0 = 5 }
      #expect(second == 5)
    }
  }
}
