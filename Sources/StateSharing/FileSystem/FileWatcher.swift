import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Reports changes to files by any program. Uses one thread and one `inotify` instance per program.
///
/// It watches folders, because a replaced file is a different inode. For a missing folder it watches the nearest
/// existing ancestor until the folder appears. An event only means that something may have changed.
package final class FileWatcher: @unchecked Sendable {
  // @unchecked because `contents` is accessed only with `lock` held.
  package static let shared: FileWatcher = {
    let inotify = Inotify()
    let watcher = FileWatcher(inotify)
    let thread = Thread { if inotify.descriptor >= 0 { watcher.run(inotify.descriptor) } else { watcher.poll() } }
    thread.name = "counterpoint file watcher"
    thread.start()
    return watcher
  }()

  private struct Client: Sendable {
    let path: String
    let name: String
    let onEvent: @Sendable () -> Void
    /// The watch descriptor of the folder.
    var watched: Int32
    /// Whether the watched folder is the parent of the file, not a farther ancestor.
    var isParentWatched: Bool
  }

  private struct Contents: Sendable {
    var clients: [UInt64: Client] = [:]
    var last: UInt64 = 0
  }

  /// Watches are also added and removed under the lock, because the system has only one watch per folder.
  private let lock = ExclusiveLock()
  private var contents = Contents()
  private let folders: any FolderEvents

  /// Creates a watcher whose events come from a test.
  package init(_ folders: any FolderEvents) {
    self.folders = folders
  }

  /// Whether this thread holds the lock, so that no other thread can add or remove watches.
  package var isLockedByThisThread: Bool { lock.isHeldByThisThread }

  private func withContents<Result>(_ body: (inout Contents) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&contents)
  }

  /// Calls a function, on the watcher's thread, whenever something may have changed at a path.
  package func watch(_ path: String, onEvent: @escaping @Sendable () -> Void) -> SharedSubscription {
    var client = Client(
      path: path,
      name: (path as NSString).lastPathComponent,
      onEvent: onEvent,
      watched: -1,
      isParentWatched: false
    )
    let number = withContents { contents in
      watchFolder(of: &client)
      contents.last += 1
      contents.clients[contents.last] = client
      return contents.last
    }
    return SharedSubscription { [self] in
      let ended = withContents { contents -> Client? in
        guard let client = contents.clients.removeValue(forKey: number) else { return nil }
        let isUsed = contents.clients.values.contains { $0.watched == client.watched }
        if !isUsed { folders.unwatch(client.watched) }
        return client
      }
      // Outside of the lock, because releasing the function may run arbitrary code.
      withExtendedLifetime(ended) {}
    }
  }

  private func notify(_ isAffected: (Client) -> Bool) {
    for client in withContents({ Array($0.clients.values) }) where isAffected(client) { client.onEvent() }
  }

  private func poll() {
    // Without `inotify`, or without free watches, polling is the only way.
    while true {
      Thread.sleep(forTimeInterval: 0.5)
      notify { _ in true }
    }
  }

  private func watchFolder(of client: inout Client) {
    var folder = (client.path as NSString).deletingLastPathComponent
    client.isParentWatched = true
    while true {
      client.watched = folders.watch(folder.isEmpty ? "/" : folder)
      if client.watched >= 0 || folder.isEmpty || folder == "/" { return }
      folder = (folder as NSString).deletingLastPathComponent
      client.isParentWatched = false
    }
  }

  private func watchAgain(_ isAffected: (Client) -> Bool) {
    withContents { contents in
      for (number, var client) in contents.clients where isAffected(client) {
        watchFolder(of: &client)
        contents.clients[number] = client
      }
    }
  }

  #if os(Linux)
  private func run(_ descriptor: Int32) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let header = MemoryLayout<inotify_event>.size
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
      if count <= 0 { continue }
      var offset = 0
      while offset + header <= count {
        let event = unsafe buffer.withUnsafeBytes {
          unsafe $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        }
        let name = String(
          decoding: buffer[(offset + header)..<(offset + header + Int(event.len))].prefix { $0 != 0 },
          as: UTF8.self
        )
        offset += header + Int(event.len)
        handle(watched: event.wd, mask: event.mask, name: name)
      }
    }
  }

  private func handle(watched: Int32, mask: UInt32, name: String) {
    if mask & UInt32(IN_Q_OVERFLOW) != 0 {
      // Events were lost, so all subscribers are notified.
      watchAgain { _ in true }
      return notify { _ in true }
    }
    if mask & UInt32(IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF) != 0 {
      let affected = Set(withContents { $0.clients.filter { $0.value.watched == watched }.keys })
      if mask & UInt32(IN_MOVE_SELF) != 0 { folders.unwatch(watched) }
      watchAgain { $0.watched == watched }
      for number in affected { withContents { $0.clients[number] }?.onEvent() }
      return
    }
    // A missing folder on the path was created.
    watchAgain { $0.watched == watched && !$0.isParentWatched }
    if name.hasPrefix(DurableFile.prefix) { return }
    notify { $0.watched == watched && ($0.name == name || !$0.isParentWatched) || $0.name == name }
  }
  #else
  private func run(_ descriptor: Int32) {}
  #endif
}

/// The system's notifications of changes in folders. Tests replace them.
package protocol FolderEvents: Sendable {
  /// Starts reporting changes in a folder. Idempotent.
  ///
  /// - Returns: The watch descriptor, which identifies the folder in events; negative if it can't be watched.
  func watch(_ folder: String) -> Int32

  /// Stops reporting changes in a folder.
  func unwatch(_ number: Int32)
}

/// `inotify`, where available.
struct Inotify: FolderEvents {
  #if os(Linux)
  /// The descriptor of events; negative if the system has none available.
  let descriptor = inotify_init1(Int32(IN_CLOEXEC))

  func watch(_ folder: String) -> Int32 {
    let flags =
      IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
    return unsafe inotify_add_watch(descriptor, folder, UInt32(flags))
  }

  func unwatch(_ number: Int32) {
    if number >= 0 { inotify_rm_watch(descriptor, number) }
  }
  #else
  let descriptor: Int32 = -1

  func watch(_ folder: String) -> Int32 { -1 }
  func unwatch(_ number: Int32) {}
  #endif
}
