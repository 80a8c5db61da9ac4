import CounterpointSupport
import StateSharing
import Testing

/// Stands in for the system: it knows which folders it would tell of.
private final class FakeFolders: FolderEvents {
  private let armed = Locked<[String]>([])
  /// Called before a folder is disarmed.
  let beforeDisarming = Locked(Hook())

  struct Hook: Sendable {
    var call: @Sendable () -> Void = {}
  }

  var names: [String] { armed.withLock { $0 } }

  func arm(_ folder: String) -> Int32 {
    armed.withLock { armed in
      if !armed.contains(folder) { armed.append(folder) }
      return Int32(folder.utf8.count)
    }
  }

  func disarm(_ number: Int32) {
    beforeDisarming.withLock { $0 }.call()
    armed.withLock { $0.removeAll { $0.utf8.count == number } }
  }
}

@Suite struct FolderEventsTests {
  private let folders = FakeFolders()

  @Test func aFolderIsWatchedAsLongAsSomebodyWatchesInIt() {
    let watcher = FileWatcher(folders)
    let first = watcher.watch("/folder/first") {}
    let second = watcher.watch("/folder/second") {}
    #expect(folders.names == ["/folder"])
    first.cancel()
    #expect(folders.names == ["/folder"])
    second.cancel()
    #expect(folders.names == [])
  }

  /// Between the end of the last watch of a folder and its disarming, no thread can begin another watch. The system
  /// would treat both as one, which would end with the first.
  @Test func aWatchThatBeginsWhileAnotherEndsIsNotLost() {
    let watcher = FileWatcher(folders)
    let first = watcher.watch("/folder/first") {}
    let later = Locked<SharedSubscription?>(nil)
    folders.beforeDisarming.withLock {
      $0.call = { [weak watcher] in
        // Another thread, which is here at this moment if it can be.
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
