import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Reports changes to files, whatever program makes them. Uses one thread and one `inotify` instance per program.
///
/// It watches folders, because a replaced file is another file. For a missing folder it watches the nearest existing
/// ancestor until the folder appears. An event only means that something may have changed.
package final class FileWatcher: @unchecked Sendable {
  // @unchecked because `contents` is touched only with `lock` held.
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
    /// The folder that is watched for it.
    var watched: Int32
    var isInPlace: Bool
  }

  private struct Contents: Sendable {
    var clients: [UInt64: Client] = [:]
    var last: UInt64 = 0
  }

  /// Folders are also armed and disarmed under the lock, because two watches of a folder are one for the system.
  private let lock = ExclusiveLock()
  private var contents = Contents()
  private let folders: any FolderEvents

  /// Creates a watcher that receives its events from outside.
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
      isInPlace: false
    )
    let number = withContents { contents in
      arm(&client)
      contents.last += 1
      contents.clients[contents.last] = client
      return contents.last
    }
    return SharedSubscription { [self] in
      let ended = withContents { contents -> Client? in
        guard let client = contents.clients.removeValue(forKey: number) else { return nil }
        if !contents.clients.values.contains(where: { $0.watched == client.watched }) { folders.disarm(client.watched) }
        return client
      }
      // Outside of the lock, because releasing the function may run arbitrary code.
      withExtendedLifetime(ended) {}
    }
  }

  private func call(_ isConcerned: (Client) -> Bool) {
    for client in withContents({ Array($0.clients.values) }) where isConcerned(client) { client.onEvent() }
  }

  private func poll() {
    // Without `inotify`, or without free watches, polling is the only way.
    while true {
      Thread.sleep(forTimeInterval: 0.5)
      call { _ in true }
    }
  }

  private func arm(_ client: inout Client) {
    var folder = (client.path as NSString).deletingLastPathComponent
    client.isInPlace = true
    while true {
      client.watched = folders.arm(folder.isEmpty ? "/" : folder)
      if client.watched >= 0 || folder.isEmpty || folder == "/" { return }
      folder = (folder as NSString).deletingLastPathComponent
      client.isInPlace = false
    }
  }

  private func rearm(_ isConcerned: (Client) -> Bool) {
    withContents { contents in
      for (number, var client) in contents.clients where isConcerned(client) {
        arm(&client)
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
      rearm { _ in true }
      return call { _ in true }
    }
    if mask & UInt32(IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF) != 0 {
      let concerned = Set(withContents { $0.clients.filter { $0.value.watched == watched }.keys })
      if mask & UInt32(IN_MOVE_SELF) != 0 { folders.disarm(watched) }
      rearm { $0.watched == watched }
      for number in concerned { withContents { $0.clients[number] }?.onEvent() }
      return
    }
    // A missing folder on the path was created.
    rearm { $0.watched == watched && !$0.isInPlace }
    if name.hasPrefix(DurableFile.prefix) { return }
    call { $0.watched == watched && ($0.name == name || !$0.isInPlace) || $0.name == name }
  }
  #else
  private func run(_ descriptor: Int32) {}
  #endif
}

/// The system's notifications of changes in folders. Tests replace it.
package protocol FolderEvents: Sendable {
  /// Starts reporting changes in a folder. Two requests for a folder are one.
  ///
  /// - Returns: The number of the folder in events, below zero if it can't be watched.
  func arm(_ folder: String) -> Int32

  /// Stops reporting changes, for all requests.
  func disarm(_ number: Int32)
}

/// `inotify`, where available.
struct Inotify: FolderEvents {
  #if os(Linux)
  /// The descriptor of events, below zero if the system has none available.
  let descriptor = inotify_init1(Int32(IN_CLOEXEC))

  func arm(_ folder: String) -> Int32 {
    let flags =
      IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
    return unsafe inotify_add_watch(descriptor, folder, UInt32(flags))
  }

  func disarm(_ number: Int32) {
    if number >= 0 { inotify_rm_watch(descriptor, number) }
  }
  #else
  let descriptor: Int32 = -1

  func arm(_ folder: String) -> Int32 { -1 }
  func disarm(_ number: Int32) {}
  #endif
}
