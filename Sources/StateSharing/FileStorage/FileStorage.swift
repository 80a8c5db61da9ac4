public import DependencyInjection
package import Foundation
package import CounterpointSupport

/// The storage of `.fileStorage` keys: the file system, or a dictionary in tests.
public struct FileStorage: Hashable, Sendable {
  let backend: any FileBackend

  /// The file system. Writes are durable, and foreign changes are noticed.
  public static let fileSystem = FileStorage(backend: DiskFiles(layer: FileLayer(), clock: ContinuousClock()))

  /// A new, empty storage in memory. Each use of this property creates one.
  public static var inMemory: Self { Self(backend: MemoryFiles(Locked([:]), clock: nil)) }

  /// A new, empty storage in memory, for tests.
  public static var testValue: Self { inMemory }

  /// Returns a storage in memory that a test can inspect.
  ///
  /// - Parameters:
  ///   - fileSystem: The files.
  ///   - clock: The clock for pauses between writes; without one there are no pauses.
  package static func inMemory(fileSystem: Locked<[URL: Data]>, clock: (any Clock<Duration>)? = nil) -> Self {
    Self(backend: MemoryFiles(fileSystem, clock: clock))
  }

  /// Returns the file system, with system calls that a test can fail.
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
  /// The storage of `.fileStorage` keys: the file system in the program, a storage in memory for each test.
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

/// A file system, real or in memory.
protocol FileBackend: AnyObject, Sendable {
  /// The clock for the pause between writes; without one, each change is written immediately.
  var clock: (any Clock<Duration>)? { get }

  /// Returns the canonical path of a file.
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

/// The contents of a file at some time.
struct FileSnapshot: @unchecked Sendable {
  // @unchecked because of the stamp, which is a `FileStamp` or data.
  let data: Data
  let stamp: AnyHashable
  /// Whether the stamp would differ after any later change: a clock that advances in steps may give two changes one
  /// time.
  let isStampConclusive: Bool
}
