import Foundation

/// The changes of a value that are not stored yet, because its storage is elsewhere.
///
/// They lie in the order in which they were made, each with the value that it made. The first was made on `base`, which is what
/// was stored in the root's version; each other on the one before. While there are any, or a transaction goes on, the root shows
/// what was made here, and keeps what others have stored for later.
final class RemoteQueue<Value>: @unchecked Sendable {
  // @unchecked because all that changes is touched only with the root's lock held.

  struct Entry {
    /// They count up.
    let number: UInt64
    var value: Value
    /// Whether it is a change; otherwise a value to be stored only where nothing is. Such a one is always the first.
    let isChange: Bool
    var unconfirmedWrites = UnconfirmedWrites<Value>()
  }

  /// Somebody who waits for the changes up to a number.
  struct Waiter {
    let number: UInt64
    /// Whether it is told what was lost, or only what can't be stored now.
    let receivesLosses: Bool
    /// How many attempts there had been: one that was under way already does not count for who waits.
    let attempts: Int
    let promise: Promise<Void>
  }

  let connection: RemoteConnection<Value>

  /// What the first entry was made on, `nil` if nothing was known of the storage then.
  var base: Value? { didSet { end(oldValue) } }
  var entries: [Entry] = []
  var lastNumber: UInt64 = 0
  /// Whether the first is being stored.
  var isFirstInUse = false
  /// Whether all are being put onto what others have stored.
  var areInUse = false
  /// Whether there is a task that stores the entries.
  var isWorking = false
  /// Whether to try again without a pause.
  var isWakeRequested = false
  /// What sleeps during a pause.
  var pause: Task<Void, Never>?
  /// Whether something is known to be stored.
  var isStored = false

  /// The newest that others have stored meanwhile.
  var postponed: (value: Value, version: SharedVersion)? { didSet { end(oldValue?.value) } }
  /// The newest version that is known in which nothing is stored.
  var absentVersion: SharedVersion?
  /// The root's version, if what the root shows is not the value of that, but what the storage would not take.
  var refusedVersion: SharedVersion?
  var isInTransaction = false

  var waiters: [Waiter] = []
  /// How often it has been tried to store an entry.
  var attempts = 0
  /// What was lost, until somebody who waits is told.
  var loss: (any Error)? { didSet { end(oldValue) } }
  /// What `saveError` says until an entry has been stored, whoever is told.
  var notice: (any Error)? { didSet { end(oldValue) } }
  /// That entry.
  var firstThatClears: UInt64 = 0
  /// Whether `saveError` says that something can't be stored now.
  var isFailing = false
  /// That there are too many entries, if that has not been said of the newest change.
  var overflow: Overflow?
  /// Whether it has been said of any since there are.
  var isOverflowing = false

  /// That there are too many entries.
  struct Overflow {
    let error: SharedStorageError
    /// Whether there were not before.
    let isNew: Bool
  }

  /// Entries and transactions use the storage in turns.
  var isStorageInUse = false
  var acquisitions: [Promise<Void>] = []

  /// What has lost its place with the lock held, and has to end without: its end is anybody's code.
  private var ended: [Any] = []

  init(_ connection: RemoteConnection<Value>) {
    self.connection = connection
  }

  /// Whether what others have stored has to wait.
  var isBusy: Bool { isInTransaction || !entries.isEmpty }

  /// Keeps what loses its place until the lock is free.
  func end(_ value: Any?) {
    if let value { ended.append(value) }
  }

  /// What to let go of when the lock is free.
  func takeEnded() -> [Any] {
    defer { ended = [] }
    return ended
  }
}
