import CounterpointTestSupport
import Foundation
import Locks
import Observation
import StateSharing
import Testing

/// What others do to a file.
@Suite(.ends) struct FileWatchTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func put(_ text: String, _ name: String = "value.json", aside: Bool = false) throws {
    try Data(text.utf8).write(to: folder.file(name), options: aside ? .atomic : [])
  }

  private func move(_ from: String, _ to: String) throws {
    try FileManager.default.moveItem(at: folder.file(from), to: folder.file(to))
  }

  @Test func truncatingAndReplacingAreSeen() async throws {
    try await withDisk {
      @Shared(.fileStorage(folder.file())) var count = 1
      try put("2")
      #expect(await first(of: $count.values) { $0 == 2 } == 2)
      try put("3", aside: true)
      #expect(await first(of: $count.values) { $0 == 3 } == 3)
      try put("4", aside: true)
      #expect(await first(of: $count.values) { $0 == 4 } == 4)
      $count.withLock { $0 += 1 }
      // The watcher's thread may still be telling of the 4, and then it is the one that writes.
      try await $count.save()
      #expect(folder.text() == "5")
      #expect($count.saveError == nil)
    }
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

  @Test func aFolderThatComesLaterIsWatched() async throws {
    try await withDisk {
      @Shared(.fileStorage(folder.url.appendingPathComponent("a/b/value.json"))) var count = 1
      try FileManager.default.createDirectory(at: folder.file("a"), withIntermediateDirectories: true)
      try FileManager.default.createDirectory(at: folder.file("a/b"), withIntermediateDirectories: true)
      try put("2", "a/b/value.json")
      #expect(await first(of: $count.values) { $0 == 2 } == 2)
      // What is told of the folders above may have been enough for that, but not for this.
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

  @Test func bytesThatAreNoValueAreAnError() async throws {
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

  @Test func ownWritesAreNotTakenForForeignOnes() async throws {
    try await withDisk {
      @Shared(.fileStorage(folder.file())) var count = 0
      let seen = Recorder<Int>()
      let subscription = $count.publisher.sink { seen.note($0) }
      for number in 1...50 { $count.withLock { $0 = number } }
      // A foreign write comes after all events of the own ones.
      try put("1000")
      #expect(await first(of: $count.values) { $0 == 1000 } == 1000)
      #expect(seen.entries == Array(0...50) + [1000])
      subscription.cancel()
    }
  }

  @Test func aForeignWriteWinsOverWhatWaits() async throws {
    try await withDisk(clock: ContinuousClock()) {
      @Shared(.fileStorage(folder.file())) var count = 0
      $count.withLock { $0 = 1 }
      $count.withLock { $0 = 2 }
      try put("1000")
      #expect(await first(of: $count.values) { $0 == 1000 } == 1000)
      guard case .externalConflict(_, let lost)? = $count.saveError as? SharedStorageError else {
        Issue.record("\(String(describing: $count.saveError))")
        return
      }
      #expect(lost as? Int == 2)
      #expect(folder.text() == "1000")
    }
  }

  @Test func aForeignWriteThatWasNotSeenYetIsNotOverwritten() async throws {
    try await withDisk {
      @Shared(.fileStorage(folder.file())) var count = 0
      $count.withLock { $0 = 1 }
      // The watcher is kept busy meanwhile: it has one thread.
      let isBusy = Signal(), mayGoOn = Latch()
      let keeper = FileWatcher.shared.watch(folder.file("busy").path) {
        isBusy.send()
        mayGoOn.wait()
      }
      try put("", "busy")
      await isBusy.wait()
      try put("1000")
      $count.withLock { $0 = 2 }
      mayGoOn.open()
      keeper.cancel()
      guard case .externalConflict(_, let lost)? = $count.saveError as? SharedStorageError else {
        Issue.record("\(String(describing: $count.saveError))")
        return
      }
      #expect(lost as? Int == 2)
      #expect(count == 1000)
      #expect(folder.text() == "1000")
    }
  }
}
