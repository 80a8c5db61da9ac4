@_spi(Internals) import CounterpointSupport
@_spi(Internals) import DurableFiles
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A double of the system's notifications. It records the watched folders.
private final class FakeFolders: FolderEvents {
  private let armed = Locked<[String]>([])
  /// Called before the watch of a folder ends.
  let beforeDisarming = Locked(Hook())

  struct Hook: Sendable {
    var call: @Sendable () -> Void = {}
  }

  var names: [String] { armed.withLock { $0 } }

  /// Decides whether a folder can be watched: the code of an error, or zero.
  let refusal = Locked(Refusal())

  struct Refusal: Sendable {
    var code: @Sendable (_ folder: String) -> Int32 = { _ in 0 }
  }

  func watch(_ folder: String) -> Int32 {
    let code = refusal.withLock { $0 }.code(folder)
    if code != 0 { return -code }
    return armed.withLock { armed in
      if !armed.contains(folder) { armed.append(folder) }
      return Int32(folder.utf8.count)
    }
  }

  /// Whether the folder is on a server.
  let isRemote = Locked(false)

  func isReported(_ folder: String) -> Bool { !isRemote.withLock { $0 } }

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

  /// A simulation that watches in another order each time is not repeatable.
  @Test func missingFoldersAreWatchedInTheOrderOfTheirFiles() {
    let watcher = FileWatcher(folders)
    let names = (1...40).map { "/a/" + String(repeating: "b", count: $0) }
    folders.refusal.withLock { $0.code = { $0.hasPrefix("/a/") ? ENOENT : 0 } }
    let subscriptions = names.map { watcher.watch("\($0)/file") {} }
    #expect(folders.names == ["/a"])
    folders.refusal.withLock { $0 = FakeFolders.Refusal() }
    watcher.reportChange(of: "b", in: Int32("/a".utf8.count))
    #expect(folders.names == names)
    for subscription in subscriptions { subscription.cancel() }
  }

  /// No thread can begin a watch while the last watch of the folder ends. The system has one watch per folder, so the
  /// new watch would end with the old one.
  @Test func aWatchThatBeginsWhileAnotherEndsIsNotLost() {
    let watcher = FileWatcher(folders)
    let first = watcher.watch("/folder/first") {}
    let later = Locked<FileSubscription?>(nil)
    folders.beforeDisarming.withLock {
      $0.call = { [weak watcher] in
        // Another thread tries to begin a watch at this moment.
        guard let watcher, !watcher.isChangingWatches else { return }
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

  /// The folder is created after its watch has failed and before its parent is watched, so that there is no event.
  @Test func aFolderThatAppearsDuringTheSearchIsWatched() {
    let exists = Locked(false)
    folders.refusal.withLock {
      $0.code = { folder in
        if folder == "/folder" { exists.withLock { $0 = true } }
        return folder == "/folder/new" && !exists.withLock { $0 } ? ENOENT : 0
      }
    }
    let subscription = FileWatcher(folders).watch("/folder/new/file") {}
    #expect(folders.names.contains("/folder/new"))
    subscription.cancel()
  }

  /// The system limits the number of watches. A file whose folder gets none is polled.
  @Test(arguments: [ENOSPC, EACCES]) func aFolderThatCannotBeWatchedIsPolled(code: Int32) async {
    folders.refusal.withLock { $0.code = { $0 == "/folder" ? code : 0 } }
    let (events, continuation) = AsyncStream.makeStream(of: Void.self)
    let notices = Locked<[DurableFileNotice]>([])
    let watcher = FileWatcher(folders, pollInterval: 0.001) { notice in notices.withLock { $0.append(notice) } }
    let subscription = watcher.watch("/folder/file") { continuation.yield() }
    var iterator = events.makeAsyncIterator()
    for _ in 1...3 { await iterator.next() }
    #expect(notices.withLock { $0.map(\.kind) } == [.isPolled])
    #expect(notices.withLock { $0.first?.path } == "/folder")
    // As soon as there is a free watch, it is used.
    folders.refusal.withLock { $0.code = { _ in 0 } }
    while !folders.names.contains("/folder") { await iterator.next() }
    subscription.cancel()
    #expect(folders.names == [])
  }

  /// The last free watch is taken by another program before the folder is created.
  @Test func aFolderThatCannotBeWatchedWhenItAppearsIsPolled() async {
    folders.refusal.withLock { $0.code = { $0 == "/folder/new" ? ENOENT : 0 } }
    let (events, continuation) = AsyncStream.makeStream(of: Void.self)
    let notices = Locked<[DurableFileNotice]>([])
    let watcher = FileWatcher(folders, pollInterval: 0.001) { notice in notices.withLock { $0.append(notice) } }
    let subscription = watcher.watch("/folder/new/file") { continuation.yield() }
    #expect(notices.withLock { $0 } == [])
    folders.refusal.withLock { $0.code = { $0 == "/folder/new" ? ENOSPC : 0 } }
    watcher.reportChange(of: "new", in: Int32("/folder".utf8.count))
    var iterator = events.makeAsyncIterator()
    for _ in 1...3 { await iterator.next() }
    #expect(notices.withLock { $0.map(\.kind) } == [.isPolled])
    #expect(notices.withLock { $0.first?.path } == "/folder/new")
    subscription.cancel()
  }

  /// Changes that other machines make on a server cause no event here.
  @Test func aFileOnAServerIsWatchedAndPolled() async {
    folders.isRemote.withLock { $0 = true }
    let (events, continuation) = AsyncStream.makeStream(of: Void.self)
    let notices = Locked<[DurableFileNotice]>([])
    let watcher = FileWatcher(folders, pollInterval: 0.001) { notice in notices.withLock { $0.append(notice) } }
    let subscription = watcher.watch("/folder/file") { continuation.yield() }
    #expect(folders.names == ["/folder"])
    var iterator = events.makeAsyncIterator()
    for _ in 1...3 { await iterator.next() }
    #expect(notices.withLock { $0.map(\.kind) } == [.isPolled])
    subscription.cancel()
  }
}
