public import DependencyInjection
package import Foundation
package import Locks

/// What `.fileStorage` keys read and write: the file system, or, in tests, a dictionary that stands for it.
public struct FileStorage: Hashable, Sendable {
  let backend: any FileBackend

  /// The files of this machine. Writes are durable, changes that others make are seen.
  public static let fileSystem = FileStorage(backend: DiskFiles(layer: FileLayer(), clock: ContinuousClock()))

  /// Files in memory, empty at first. Each use of this property makes new ones.
  public static var inMemory: Self { Self(backend: MemoryFiles(Locked([:]), clock: nil)) }

  /// Files in memory, empty at first: what tests get.
  public static var testValue: Self { inMemory }

  /// Files in memory that a test can look into.
  ///
  /// - Parameters:
  ///   - fileSystem: The files.
  ///   - clock: What the pauses between writes are measured with; without one there are none.
  package static func inMemory(fileSystem: Locked<[URL: Data]>, clock: (any Clock<Duration>)? = nil) -> Self {
    Self(backend: MemoryFiles(fileSystem, clock: clock))
  }

  /// The files of this machine, with system calls that a test may fail.
  package static func disk(layer: FileLayer, clock: (any Clock<Duration>)? = ContinuousClock(), limit: Int = 1 << 28)
    -> Self
  {
    Self(backend: DiskFiles(layer: layer, clock: clock, limit: limit))
  }

  /// Whether both are the same storage.
  public static func == (left: Self, right: Self) -> Bool {
    left.backend === right.backend
  }

  /// Hashes the storage's identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(backend))
  }
}

extension DependencyValues {
  /// What `.fileStorage` keys read and write: in the program the file system; in tests files in memory, for each its own.
  public var defaultFileStorage: FileStorage {
    get { self[FileStorageDependency.self] }
    set { self[FileStorageDependency.self] = newValue }
  }
}

private enum FileStorageDependency: DependencyKey {
  static var liveValue: FileStorage { .fileSystem }
  static var previewValue: FileStorage { .inMemory }
  static var testValue: FileStorage { .inMemory }
}

/// Files, real ones or not.
protocol FileBackend: AnyObject, Sendable {
  /// Measures the pause between writes; without one, each change is written at once.
  var clock: (any Clock<Duration>)? { get }

  /// The one path that all spellings of a file's place have in common.
  func canonical(_ url: URL) -> URL
  func read(_ url: URL) throws -> FileSnapshot?
  func stamp(_ url: URL) throws -> AnyHashable?
  func write(_ data: Data, _ url: URL) throws -> FileSnapshot
  func keepAside(_ url: URL) throws -> String
  func watch(_ url: URL, onEvent: @escaping @Sendable () -> Void) -> SharedSubscription
  func lock(_ url: URL, exclusive: Bool, deadline: ContinuousClock.Instant) throws -> any BackendLock
}

/// A lock on a file that other processes respect.
protocol BackendLock: Sendable {
  func version() throws -> UInt64
  func setVersion(_ version: UInt64) throws
  func unlock()
}

/// What a file held at some time.
struct FileSnapshot: @unchecked Sendable {
  // @unchecked because of the stamp, which is a `FileStamp` or data.
  let data: Data
  let stamp: AnyHashable
  /// Whether the stamp would differ after any later change: a clock that advances in steps may give two changes one
  /// time.
  let isStampConclusive: Bool
}
