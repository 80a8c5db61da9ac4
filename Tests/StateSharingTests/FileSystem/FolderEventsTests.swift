@_spi(Internals) import CounterpointSupport
import StateSharing
import Testing

/// A double of the system's notifications. It records the watched folders.
private final class FakeFolders: FolderEvents {
  private let armed = Locked<[String]>([])
  /// Called before the watch of a folder ends.
  let beforeDisarming = Locked(Hook())

  struct Hook: Sendable {
    var call: @Sendable () -> Void = {}
  }

  var names: [String] { armed.withLock { $0 } }

  func watch(_ folder: String) -> Int32 {
    armed.withLock { armed in
      if !armed.contains(folder) { armed.append(folder) }
      return Int32(folder.utf8.count)
    }
  }

  func unwatch(_ number: Int32) {
    beforeDisarming.withLock { $0 }.call()
    armed.withLock { $0.removeAll { $0.utf8.count == number } }
  }
}

@Suite struct FolderEventsTests {
  private let folders = FakeFolders()

  @Test func aFolderIsWatchedWhileAFileInItIsWatched() {
    let watcher = FileWatcher(folders)
    let first = watcher.watch("/folder/first") {}
    let second = watcher.watch("/folder/second") {}
    #expect(folders.names == ["/folder"])
    first.cancel()
    #expect(folders.names == ["/folder"])
    second.cancel()
    #expect(folders.names == [])
  }

  /// No thread can begin a watch while the last watch of the folder ends. The system has one watch per folder, so the
  /// new watch would end with the old one.
  @Test func aWatchThatBeginsWhileAnotherEndsIsNotLost() {
    let watcher = FileWatcher(folders)
    let first = watcher.watch("/folder/first") {}
    let later = Locked<SharedSubscription?>(nil)
    folders.beforeDisarming.withLock {
      $0.call = { [weak watcher] in
        // Another thread tries to begin a watch at this moment.
        guard let watcher, !watcher.isLockedByThisThread else { return }
        let subscription = watcher.watch("/folder/second") {}
        later.withLock { $0 = subscription }
      }
    }
    first.cancel()
    let second = later.withLock { $0 } ?? watcher.watch("/folder/second") {}
    #expect(folders.names == ["/folder"])
    second.cancel()
    #expect(folders.names == [])
  }
}
