import DependencyInjection
import Foundation
import Locks

/// When the changes of a value are written to its file.
public enum FileStorageMode: Hashable, Sendable {
  /// The first at once, later ones together, at most once a second. A crash may lose the last second; a normal end of the
  /// program, and `save()`, lose nothing.
  case throttled
  /// Each at once.
  case immediate
  /// Each as a transaction with other processes: it works on what is in the file now, and is in the file when `withLock`
  /// returns.
  case transactional
}

/// Which of two changes wins, if somebody else has changed the file before a change here was written.
public enum FileConflictPolicy: Hashable, Sendable {
  /// Theirs. The change here is lost, and in `saveError`.
  case reload
  /// The one that is written last.
  case lastWriterWins
}

/// A value in a file: `.fileStorage(url)`.
///
/// A write is durable: aside first, then in the place of the old file, both synchronised with the disk. It happens on the
/// thread that changes the value (the first of a second; later ones on another), and takes as long as the disk does.
public final class FileStorageKey<Value: Sendable>: TransactionalSharedKey {
  let url: URL
  let storage: FileStorage
  let coder: FileCoder<Value>
  let mode: FileStorageMode
  let policy: FileConflictPolicy
  let isEager: Bool

  /// What is known of the file. Held while the file is used, and while nothing else is.
  let known = Locked(KnownFile())
  /// The pause between writes.
  let window = Locked(WriteWindow<Value>())
  let subscriber = Locked<SharedSubscriber<Value>?>(nil)
  let pendingWrites: PendingWrites

  init(
    _ url: URL,
    coder: FileCoder<Value>,
    mode: FileStorageMode,
    policy: FileConflictPolicy,
    isEager: Bool = false
  ) {
    storage = DependencyValues._current.defaultFileStorage
    pendingWrites = DependencyValues._current.pendingWrites
    self.url = storage.backend.canonical(url)
    self.coder = coder
    self.mode = mode
    self.policy = policy
    self.isEager = isEager
  }

  /// The file and the storage.
  public var id: FileStorageKeyID { FileStorageKeyID(url: url, storage: storage) }

  /// Whether changes are transactions with other processes.
  public var isTransactional: Bool { mode == .transactional }

  var backend: any FileBackend { storage.backend }
  var path: String { url.path }
  static var lockTimeout: Duration { .seconds(5) }
}

extension FileStorageKey: CustomStringConvertible {
  /// The key as one writes it: `.fileStorage(file:///…)`.
  public var description: String { ".fileStorage(\(url.absoluteString))" }
}

/// Tells one file from another: by place and storage.
public struct FileStorageKeyID: Hashable, Sendable {
  let url: URL
  let storage: FileStorage
}

/// What a key knows of its file.
struct KnownFile: @unchecked Sendable {
  // @unchecked because of the stamp, which is a `FileStamp` or data.
  /// The state of the file that was last read or written here; nil if there was none.
  var stamp: AnyHashable?
  var hash: Int?
  /// Why what is in the file could not be taken over, if it could not.
  var problem: SharedStorageError?
  /// The number of the newest write.
  var written: UInt64 = 0

  mutating func note(_ snapshot: FileSnapshot?) {
    stamp = snapshot?.stamp
    hash = snapshot?.data.hashValue
  }
}

/// The pause after a write, in which changes are only remembered.
struct WriteWindow<Value: Sendable>: Sendable {
  var isOpen = false
  var generation: UInt64 = 0
  var last: UInt64 = 0
  var pending: (value: Value, number: UInt64)?
  var waiting: [SaveContinuation] = []

  mutating func takePending() -> (pending: (value: Value, number: UInt64)?, waiting: [SaveContinuation]) {
    defer {
      pending = nil
      waiting = []
    }
    return (pending, waiting)
  }
}
