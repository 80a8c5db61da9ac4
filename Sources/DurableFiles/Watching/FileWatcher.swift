@_spi(Internals) import CounterpointSupport
public import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Reports changes to files by any program. Uses one thread and one `inotify` instance per program.
///
/// It watches folders, because a replaced file is a different inode. For a missing folder it watches the nearest
/// existing ancestor until the folder appears. An event only means that something may have changed.
@_spi(Internals) public final class FileWatcher: Sendable {
  /// The watcher of the program.
  public static let shared: FileWatcher = {
    let inotify = Inotify()
    let watcher = FileWatcher(inotify)
    #if os(Linux)
    if inotify.descriptor >= 0 {
      // A file system that is mounted over a watched folder causes no event in it. Opened here, because the system
      // signals only what is mounted later, and the thread may start late.
      let mounts = try? FileLayer().open(MountTable.path, O_RDONLY)
      watcher.start("file watcher") { $0.run(inotify.descriptor, mounts: mounts) }
    }
    #endif
    return watcher
  }()

  /// The watcher of the current task; nil for that of the program. A simulation binds it for the tasks of a machine.
  @TaskLocal public static var current: FileWatcher?

  private struct Client: Sendable {
    let path: String
    let name: String
    let onEvent: @Sendable () -> Void
    /// The watch descriptor of the folder; negative if the system can't watch it.
    var watched: Int32
    /// Whether the watched folder is the parent of the file, not a farther ancestor.
    var isParentWatched = false
    /// Whether the system refuses to watch a folder that exists, or does not report all changes in it.
    var isPolled = false
    /// The code of the system's refusal.
    var refusal: Int32?
  }

  private struct Contents: Sendable {
    var clients: [UInt64: Client] = [:]
    var last: UInt64 = 0
    var isPolling = false
  }

  /// Watches are also added and removed under the lock, because the system has only one watch per folder.
  private let contents = Locked(Contents())
  private let folders: any FolderEvents
  /// The time between two events of a client that is polled, in seconds.
  private let pollInterval: TimeInterval
  private let note: @Sendable (DurableFileNotice) -> Void
  /// Whether a thread holds the lock, so that no other thread can add or remove watches. For tests.
  private let isLockHeld = Atomic(false)

  /// Creates a watcher whose events come from a test.
  ///
  /// - Parameters:
  ///   - folders: The system's notifications.
  ///   - pollInterval: The time between two events of a file that the system does not watch, in seconds.
  ///   - note: Receives a notice for each folder that is not watched. By default it is printed, once for each folder.
  public init(
    _ folders: any FolderEvents,
    pollInterval: TimeInterval = 0.5,
    note: @escaping @Sendable (DurableFileNotice) -> Void = { $0.printOnce() }
  ) {
    self.folders = folders
    self.pollInterval = pollInterval
    self.note = note
  }

  /// Whether a thread is adding or removing a watch. For tests.
  public var isChangingWatches: Bool { isLockHeld.load(ordering: .relaxed) }

  private func withContents<Result>(_ body: (inout Contents) -> Result) -> Result {
    contents.withLock { contents in
      isLockHeld.store(true, ordering: .relaxed)
      defer { isLockHeld.store(false, ordering: .relaxed) }
      return body(&contents)
    }
  }

  private func start(_ name: String, _ body: @escaping @Sendable (FileWatcher) -> Void) {
    startThread(named: name) { [self] in body(self) }
  }

  /// Calls a function, on a thread of the watcher, whenever something may have changed at a path. It delays the events
  /// of all files.
  public func watch(_ path: String, onEvent: @escaping @Sendable () -> Void) -> FileSubscription {
    var client = Client(path: path, name: FilePath.name(of: path), onEvent: onEvent, watched: -1)
    let (number, startsPolling) = withContents { contents in
      watchFolder(of: &client)
      contents.last += 1
      contents.clients[contents.last] = client
      return (contents.last, startPolling(&contents))
    }
    handlePolling(of: client.isPolled ? [client] : [], starting: startsPolling)
    return FileSubscription { [self] in
      let ended = withContents { contents -> Client? in
        guard let client = contents.clients.removeValue(forKey: number) else { return nil }
        unwatch(client.watched, unlessUsedIn: contents)
        return client
      }
      // Outside of the lock, because releasing the function may run arbitrary code.
      withExtendedLifetime(ended) {}
    }
  }

  private func unwatch(_ number: Int32, unlessUsedIn contents: Contents) {
    if number >= 0, !contents.clients.values.contains(where: { $0.watched == number }) { folders.unwatch(number) }
  }

  private func notify(_ isAffected: (UInt64, Client) -> Bool) {
    let clients = withContents { $0.clients.filter(isAffected) }
    // In the order of their watches, so that a simulation is repeatable.
    for (_, client) in clients.sorted(by: { $0.key < $1.key }) { client.onEvent() }
  }

  /// Returns whether the caller must start a thread that polls.
  private func startPolling(_ contents: inout Contents) -> Bool {
    guard !contents.isPolling, contents.clients.values.contains(where: \.isPolled) else { return false }
    contents.isPolling = true
    return true
  }

  /// Says that clients are polled from now on, and starts the thread that does it. Must be called without the lock.
  private func handlePolling(of clients: [Client], starting isStarting: Bool) {
    for client in clients {
      let error = client.refusal.map { SystemCallError(call: .watch, path: client.path, code: $0) }
      note(DurableFileNotice(.isPolled, FilePath.folder(of: client.path), error))
    }
    if isStarting { start("file poller") { $0.poll() } }
  }

  /// Notifies clients whose folders the system can't watch, until there are none.
  private func poll() {
    while true {
      Thread.sleep(forTimeInterval: pollInterval)
      let polled = withContents { $0.clients.values.filter(\.isPolled) }
      // By now there may be free watches.
      watchAgain { $0.isPolled }
      for client in polled { client.onEvent() }
      let continues = withContents { contents in
        contents.isPolling = contents.clients.values.contains(where: \.isPolled)
        return contents.isPolling
      }
      if !continues { return }
    }
  }

  /// Returns the way in which files at some paths are observed.
  func observation(of paths: Set<String>) -> DurableFileStatus.Observation {
    let clients = withContents { $0.clients.values.filter { paths.contains($0.path) } }
    return clients.isEmpty ? .unobserved : clients.contains(where: \.isPolled) ? .polled : .watched
  }

  /// Watches the folder of a client, or the nearest existing ancestor.
  private func watchFolder(of client: inout Client) {
    client.refusal = nil
    watchNearestFolder(of: &client)
    client.isPolled = client.refusal != nil || !folders.isReported(client.path)
  }

  private func watchNearestFolder(of client: inout Client) {
    let parent = FilePath.folder(of: client.path)
    var folder = parent
    var missing: String?
    while true {
      client.watched = folders.watch(folder)
      if client.watched < 0 {
        if ![-ENOENT, -ENOTDIR].contains(client.watched) { client.refusal = -client.watched }
        missing = folder
        folder = FilePath.folder(of: folder)
        if folder == missing { return }
        continue
      }
      client.isParentWatched = folder == parent
      guard let child = missing, client.refusal == nil else { return }
      // The child may have been created before its parent was watched, so that there is no event.
      if folders.watch(child) < 0 { return }
      (folder, missing) = (parent, nil)
    }
  }

  /// Watches the folders of some clients again.
  ///
  /// - Returns: The clients whose file may have been created before its folder was watched.
  @discardableResult
  private func watchAgain(_ isAffected: (Client) -> Bool) -> Set<UInt64> {
    let (arrived, polled, startsPolling) = withContents { contents -> (Set<UInt64>, [Client], Bool) in
      var arrived: Set<UInt64> = [], polled: [Client] = []
      // In the order of their watches, as above: that of a dictionary depends on its address.
      let affected = contents.clients.filter { isAffected($0.value) }
      for (number, old) in affected.sorted(by: { $0.key < $1.key }) {
        var client = old
        watchFolder(of: &client)
        contents.clients[number] = client
        if client.isParentWatched, client.watched != old.watched || !old.isParentWatched { arrived.insert(number) }
        if client.watched != old.watched { unwatch(old.watched, unlessUsedIn: contents) }
        if client.isPolled, !old.isPolled { polled.append(client) }
      }
      return (arrived, polled, startPolling(&contents))
    }
    handlePolling(of: polled, starting: startsPolling)
    return arrived
  }

  #if os(Linux)
  private func run(_ descriptor: Int32, mounts: Int32?) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let header = MemoryLayout<inotify_event>.size
    while true {
      var waiting = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
      if let mounts { waiting.append(pollfd(fd: mounts, events: Int16(POLLPRI), revents: 0)) }
      guard waitForEvents(&waiting) > 0 else { continue }
      if waiting.count > 1, waiting[1].revents != 0 {
        folders.mountsHaveChanged()
        watchAgain { _ in true }
        notify { _, _ in true }
      }
      if waiting[0].revents == 0 { continue }
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
      return notify { _, _ in true }
    }
    if mask & UInt32(IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF) != 0 {
      let affected = Set(withContents { $0.clients.filter { $0.value.watched == watched }.keys })
      if mask & UInt32(IN_MOVE_SELF) != 0 { folders.unwatch(watched) }
      watchAgain { $0.watched == watched }
      return notify { number, _ in affected.contains(number) }
    }
    reportChange(of: name, in: watched)
  }
  #endif

  /// Notifies the clients that an entry of a watched folder may have changed, on the calling thread.
  ///
  /// - Parameters:
  ///   - name: The name of the entry.
  ///   - watched: The watch descriptor of the folder.
  public func reportChange(of name: String, in watched: Int32) {
    // A missing folder on the path may have been created, and the file in it before its folder was watched.
    let arrived = watchAgain { $0.watched == watched && !$0.isParentWatched }
    let isOwn = name.hasPrefix(ResolvedFile.prefix)
    notify { number, client in arrived.contains(number) || !isOwn && client.name == name }
  }
}

#if os(Linux)
// Another name, because a method hides the function of the C library.
private func waitForEvents(_ files: inout [pollfd]) -> Int32 { unsafe poll(&files, nfds_t(files.count), -1) }
#endif
