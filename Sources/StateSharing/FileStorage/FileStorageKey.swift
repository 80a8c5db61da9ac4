import DependencyInjection
import Foundation
import CounterpointSupport

/// The time at which changes are written to the file.
public enum FileStorageMode: Hashable, Sendable {
  /// Writes the first change immediately, and combines later ones, at most once a second. A crash can lose the last
  /// second. A normal end of the program, and `save()`, lose nothing.
  case throttled
  /// Writes each change immediately, unless another process has changed the file since this process last read it: see
  /// ``FileConflictPolicy``.
  ///
  /// Under ``FileConflictPolicy/reload``, no acknowledged write is overwritten unread by a process with this library:
  /// if two processes change one value, one gets a conflict. ``transactional`` makes both changes.
  case immediate
  /// Makes each change in a transaction: it changes the stored value, which is durable when `withLock` returns.
  case transactional
}

/// The change that wins if another program has changed the file before a local change was written.
public enum FileConflictPolicy: Hashable, Sendable {
  /// The change of the other process. The reference adopts it, and the change here is lost: it is in `saveError` as a
  /// ``SharedStorageError/externalConflict(path:lost:)``, and the next `save()` throws it.
  case reload
  /// The one that is written last.
  case lastWriterWins
}

/// The key of a value in a file: `.fileStorage(url)`.
///
/// A write is durable: it writes a temporary file and renames it, and synchronizes both with the disk. It happens on
/// the thread that changes the value (the first in a second; later ones on another), and takes as long as the disk.
///
/// The check for a foreign change and the replacement happen under a lock that other processes with this library
/// respect. In every mode a write costs the lock (an `open`, a `flock` and a `close`) and a comparison of the file's
/// metadata, which is small beside the two `fsync` calls. A program that does not take the lock can still change the
/// file between the check and the replacement.
///
/// The last known bytes of the file are kept in memory, because metadata alone does not reveal each change.
public final class FileStorageKey<Value: Sendable>: TransactionalSharedKey, RevisionedKey {
  let url: URL
  let storage: FileStorage
  let coder: FileCoder<Value>
  let mode: FileStorageMode
  let policy: FileConflictPolicy
  let isEager: Bool

  /// The known state of the file. Its lock is held while the file is used.
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
  /// The key as it is written in code: `.fileStorage(file:///…)`.
  public var description: String { ".fileStorage(\(url.absoluteString))" }
}

/// The identity of a file: its path and its storage.
public struct FileStorageKeyID: Hashable, Sendable {
  let url: URL
  let storage: FileStorage
}

/// The state of a file that a key knows: what was last read or written here.
struct KnownFile: @unchecked Sendable {
  // @unchecked because of the stamp, which is a `FileStamp` or data.
  /// The file's metadata; nil if there was no file.
  private(set) var stamp: AnyHashable?
  /// Whether the metadata would differ after any later change.
  private(set) var isConclusive = true
  /// The file's bytes; nil if there was no file.
  private(set) var data: Data?
  /// The bytes of a write that failed: they may be in the file all the same.
  private(set) var unconfirmed: Data?
  /// The number of states in which the file was noted.
  private(set) var notes: UInt64 = 0
  /// The reason why the file's contents could not be adopted, if so.
  var problem: SharedStorageError?
  /// The number of the newest write.
  var written: UInt64 = 0
  /// The number of the last foreign state that was delivered. A value that builds on an earlier one is in conflict with
  /// it.
  var revision: UInt64 = 0
  /// The version of the state, if the file is changed in transactions.
  var version: UInt64?

  /// Whether there is anything in the file.
  var isEmpty: Bool { data?.isEmpty ?? true }

  /// Records the bytes that were read or written.
  mutating func note(_ snapshot: FileSnapshot?) {
    stamp = snapshot?.stamp
    isConclusive = snapshot?.isStampConclusive ?? true
    data = snapshot?.data
    unconfirmed = nil
    notes += 1
  }

  /// Whether the bytes of the file are known, be they a value or not.
  var isRead: Bool { if case .notReadable = problem { false } else { true } }

  /// Records a failed write, which may have replaced the file.
  mutating func noteFailedWrite(of data: Data) {
    unconfirmed = data
    // Metadata that was read before says nothing now.
    isConclusive = false
  }

  /// Whether the metadata proves that the file is unchanged.
  func isUnchanged(_ stamp: AnyHashable?) -> Bool {
    isConclusive && stamp == self.stamp
  }

  /// Whether the bytes of the file are those that are known here. An empty file stands for none.
  func contains(_ snapshot: FileSnapshot?) -> Bool {
    let found = snapshot?.data ?? Data()
    return found == data ?? Data() || found == unconfirmed
  }
}

/// A change that is written at the end of the pause.
struct PendingChange<Value: Sendable>: Sendable {
  let value: Value
  let number: UInt64
  let basis: SaveBasis
}

/// The pause after a write, in which changes are only remembered.
struct WriteWindow<Value: Sendable>: Sendable {
  /// The waiting change, and the continuations that wait for it.
  typealias Waiting = (change: PendingChange<Value>, continuations: [SaveContinuation])

  var isOpen = false
  var generation: UInt64 = 0
  var last: UInt64 = 0
  private(set) var pending: Waiting?

  mutating func takePending() -> Waiting? {
    defer { pending = nil }
    return pending
  }

  /// Replaces the change that waits.
  ///
  /// - Parameter isMerged: Whether the new change takes the place of one that builds on another state of the file.
  /// - Returns: The replaced change, if the new one does not contain it.
  mutating func replacePending(
    _ change: PendingChange<Value>,
    _ continuation: SaveContinuation,
    isMerged: Bool
  ) -> Waiting? {
    guard let old = pending, isMerged || old.change.basis.revision == change.basis.revision else {
      defer { pending = (change, [continuation]) }
      return pending
    }
    pending = (change, old.continuations + [continuation])
    return nil
  }
}
