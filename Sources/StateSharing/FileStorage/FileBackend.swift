@_spi(Internals) import CounterpointSupport
@_spi(Internals) import DurableFiles
import Foundation

/// A file system, real or in memory.
protocol FileBackend: AnyObject, Sendable {
  /// The clock for the pause between writes; without one, each change is written immediately.
  var clock: (any Clock<Duration>)? { get }
  /// The maximum size of a file in bytes, for reads and for writes.
  var limit: Int { get }

  /// The time for which a file that has vanished may still be replaced.
  var grace: Grace { get }

  /// Runs work that may wait for a disk, on a thread that no task needs. Without a disk, the caller runs it.
  func perform(_ work: @escaping @Sendable () -> Void)
  /// Returns the path of a file without `..`. Links are followed when the path is used, because they may be changed.
  func standardized(_ url: URL) -> URL
  /// Returns the path without links in its folders, which identifies the file.
  func canonical(_ url: URL) -> URL
  func read(_ url: URL) throws -> FileSnapshot?
  func stamp(_ url: URL) throws -> AnyHashable?
  /// Replaces a file.
  ///
  /// - Returns: `nil` if the file has another state than the expected one. It is left as it is.
  func write(_ data: Data, _ url: URL, replacing expected: ReplacedFile) throws -> FileSnapshot?

  /// Returns whether the folder of a file exists, as far as is known.
  func hasFolder(of url: URL) -> Bool
  func quarantine(_ url: URL) throws -> String
  func watch(_ url: URL, onEvent: @escaping @Sendable () -> Void) -> SharedSubscription
  /// Locks a file.
  ///
  /// - Parameter isRequired: Whether a file system without locks is an error.
  func lock(
    _ url: URL,
    exclusive: Bool,
    isRequired: Bool,
    deadline: ContinuousClock.Instant
  ) throws -> any BackendLock
}

/// A lock on a file that other processes respect.
protocol BackendLock: Sendable {
  func version() throws -> UInt64
  func setVersion(_ version: UInt64) throws
  func unlock()
}

/// The contents of a file, and its metadata when it was read or written.
struct FileSnapshot: @unchecked Sendable {
  // @unchecked because of the stamp, which is a `FileStamp` or data.
  let data: Data
  let stamp: AnyHashable
  /// Whether any later change gives the file another stamp. Two changes within one step of the clock may have the same
  /// time.
  let isStampConclusive: Bool
}

/// The file that a write may replace.
enum ReplacedFile {
  case any
  /// A file with this metadata; `nil` if there must be none.
  case only(AnyHashable?)
}

/// The file system of this machine.
final class DiskFiles: FileBackend {
  let clock: (any Clock<Duration>)?
  private let layer: FileLayer
  let limit: Int
  /// The files that this process has written. Their temporary files have been cleaned up.
  private let written = Locked<Set<String>>([])

  let grace: Grace
  private let watcher: FileWatcher

  init(
    layer: FileLayer,
    clock: (any Clock<Duration>)?,
    limit: Int = 1 << 28,
    grace: Grace,
    watcher: FileWatcher = .shared
  ) {
    self.layer = layer
    self.clock = clock
    self.limit = limit
    self.grace = grace
    self.watcher = watcher
  }

  func standardized(_ url: URL) -> URL {
    // The part before a zero byte would be the path of another file. Reads and writes refuse the location.
    isPath(url) ? url.standardizedFileURL : url
  }

  func canonical(_ url: URL) -> URL {
    isPath(url) ? layer.withoutLinks(url.standardizedFileURL) : url
  }

  private func isPath(_ url: URL) -> Bool { (try? DurableFile(url, layer: layer).requirePath()) != nil }

  func perform(_ work: @escaping @Sendable () -> Void) { layer.perform(work) }

  private func file(_ url: URL) throws -> ResolvedFile { try DurableFile(url, layer: layer).resolved() }

  func read(_ url: URL) throws -> FileSnapshot? {
    do {
      return try file(url).read(limit: limit).map { snapshot($0.data, $0.stamp) }
    } catch let error as DurableFileError {
      throw SharedStorageError(error)
    }
  }

  func stamp(_ url: URL) throws -> AnyHashable? {
    try layer.stamp(url.path)
  }

  func hasFolder(of url: URL) -> Bool {
    (try? layer.stamp(url.deletingLastPathComponent().path)) != .some(nil)
  }

  func write(_ data: Data, _ url: URL, replacing expected: ReplacedFile) throws -> FileSnapshot? {
    let file = try file(url)
    if written.withLock({ $0.insert(file.path).inserted }) { file.removeStale() }
    do {
      switch expected {
      case .any: return snapshot(data, try file.write(data))
      case .only(let stamp):
        return try file.write(data, replacing: stamp?.base as? FileStamp).map { snapshot(data, $0) }
      }
    } catch let error as DurableFileError {
      throw SharedStorageError(error)
    }
  }

  private func snapshot(_ data: Data, _ stamp: FileStamp) -> FileSnapshot {
    FileSnapshot(data: data, stamp: stamp, isStampConclusive: stamp.isConclusive)
  }

  func quarantine(_ url: URL) throws -> String {
    try file(url).quarantine()
  }

  func watch(_ url: URL, onEvent: @escaping @Sendable () -> Void) -> SharedSubscription {
    try? file(url).removeStaleUnlessLocked()
    let subscription = DurableFile(url, layer: layer).watch(by: watcher, onEvent: onEvent)
    return SharedSubscription { subscription.cancel() }
  }

  func lock(
    _ url: URL,
    exclusive: Bool,
    isRequired: Bool,
    deadline: ContinuousClock.Instant
  ) throws -> any BackendLock {
    do {
      return try FileLock(for: file(url)).acquire(exclusive: exclusive, isRequired: isRequired, deadline: deadline)
    } catch let error as DurableFileError {
      throw SharedStorageError(error)
    }
  }
}

extension FileLock.Held: BackendLock {}

/// A file system in memory: a dictionary of paths and contents.
final class MemoryFiles: FileBackend {
  let clock: (any Clock<Duration>)?
  var limit: Int { .max }
  private let files: Locked<[URL: Data]>
  private let versions = Locked<[URL: UInt64]>([:])

  init(_ files: Locked<[URL: Data]>, clock: (any Clock<Duration>)?) {
    self.files = files
    self.clock = clock
  }

  var grace: Grace { .none }
  func perform(_ work: @escaping @Sendable () -> Void) { work() }
  func standardized(_ url: URL) -> URL { url }

  /// Returns a file system with the same files.
  func copy() -> MemoryFiles {
    let copy = MemoryFiles(Locked(files.withLock { $0 }), clock: clock)
    let versions = versions.withLock { $0 }
    copy.versions.withLock { $0 = versions }
    return copy
  }

  func canonical(_ url: URL) -> URL { url }

  func hasFolder(of url: URL) -> Bool { true }

  func read(_ url: URL) throws -> FileSnapshot? {
    files.withLock { $0[url] }.map { FileSnapshot(data: $0, stamp: $0, isStampConclusive: true) }
  }

  func stamp(_ url: URL) throws -> AnyHashable? {
    files.withLock { $0[url] }
  }

  func write(_ data: Data, _ url: URL, replacing expected: ReplacedFile) throws -> FileSnapshot? {
    files.withLock { $0[url] = data }
    return FileSnapshot(data: data, stamp: data, isStampConclusive: true)
  }

  func quarantine(_ url: URL) throws -> String {
    let quarantined = url.appendingPathExtension("corrupt")
    files.withLock { $0[quarantined] = $0.removeValue(forKey: url) }
    return quarantined.path
  }

  func watch(_ url: URL, onEvent: @escaping @Sendable () -> Void) -> SharedSubscription {
    // An empty entry shows a test that the file is in use.
    files.withLock { $0[url, default: Data()] = $0[url] ?? Data() }
    return SharedSubscription {}
  }

  func lock(
    _ url: URL,
    exclusive: Bool,
    isRequired: Bool,
    deadline: ContinuousClock.Instant
  ) throws -> any BackendLock {
    MemoryLock(url: url, versions: versions)
  }

  private struct MemoryLock: BackendLock {
    let url: URL
    let versions: Locked<[URL: UInt64]>

    func version() -> UInt64 { versions.withLock { $0[url] ?? 0 } }
    func setVersion(_ version: UInt64) { versions.withLock { $0[url] = version } }
    func unlock() {}
  }
}
