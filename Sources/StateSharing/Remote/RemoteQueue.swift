import Foundation

/// The waiting changes of a value with remote storage.
///
/// They are kept in order, each with the value after it. The first was made on `base`, the stored value in the root's
/// version; each other on the one before. While there are changes, or a transaction is running, the root shows the
/// local value, and foreign values are postponed.
final class RemoteQueue<Value>: @unchecked Sendable {
  // @unchecked because mutable state is accessed only under the root's lock.

  struct Entry {
    /// The number of the change, increasing.
    let number: UInt64
    var value: Value
    /// Whether it is a change. Otherwise it is a default that is stored only if nothing is stored; that is always the
    /// first entry.
    let isChange: Bool
    var unconfirmedWrites = UnconfirmedWrites<Value>()
  }

  /// A caller that waits for the changes up to a number.
  struct Waiter {
    let number: UInt64
    /// Whether it receives losses, or only errors of the storage.
    let receivesLosses: Bool
    /// The number of attempts at the beginning of the wait; an attempt in progress does not count.
    let attempts: Int
    let promise: Promise<Void>
  }

  let connection: RemoteConnection<Value>

  /// The value that the first entry was made on; `nil` if the storage was unknown.
  var base: Value? { didSet { end(oldValue) } }
  var entries: [Entry] = []
  var lastNumber: UInt64 = 0
  /// Whether the first entry is being stored.
  var isFirstInUse = false
  /// Whether all entries are being rebased onto a foreign value.
  var areInUse = false
  /// Whether a task is storing the entries.
  var isWorking = false
  /// Whether a retry without a pause was requested.
  var isWakeRequested = false
  /// The task that sleeps during a pause.
  var pause: Task<Void, Never>?
  /// Whether a stored value is known.
  var isStored = false

  /// The newest postponed foreign value.
  var postponed: (value: Value, version: SharedVersion)? { didSet { end(oldValue?.value) } }
  /// The newest version known to be empty.
  var absentVersion: SharedVersion?
  /// The root's version, if the root shows a value that the storage refused.
  var refusedVersion: SharedVersion?
  var isInTransaction = false

  var waiters: [Waiter] = []
  /// The number of attempts to store an entry.
  var attempts = 0
  /// The lost change, until a caller receives it.
  var loss: (any Error)? { didSet { end(oldValue) } }
  /// The error in `saveError` until `firstThatClears` is stored.
  var notice: (any Error)? { didSet { end(oldValue) } }
  /// The entry whose storage clears `notice`.
  var firstThatClears: UInt64 = 0
  /// Whether `saveError` has an error of the storage.
  var isFailing = false
  /// The overflow that has not been reported for the newest change.
  var overflow: Overflow?
  /// Whether the current overflow has been reported.
  var isOverflowing = false

  /// An overflow of the queue.
  struct Overflow {
    let error: SharedStorageError
    /// Whether it has just begun.
    let isNew: Bool
  }

  /// Whether an entry or a transaction is using the storage.
  var isStorageInUse = false
  var acquisitions: [Promise<Void>] = []

  /// Values removed under the lock. They are released without it, because that may run arbitrary code.
  private var ended: [Any] = []

  init(_ connection: RemoteConnection<Value>) {
    self.connection = connection
  }

  /// Whether foreign values have to be postponed.
  var isBusy: Bool { isInTransaction || !entries.isEmpty }

  /// Retains a removed value until the lock is released.
  func end(_ value: Any?) {
    if let value { ended.append(value) }
  }

  /// Returns the values to release after the lock.
  func takeEnded() -> [Any] {
    defer { ended = [] }
    return ended
  }
}
