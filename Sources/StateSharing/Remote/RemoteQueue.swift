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
    /// Whether it is a change; otherwise a value to be stored only where nothing is.
    let isChange: Bool
    var lostAnswers = LostAnswers<Value>()
  }

  /// Somebody who waits for the changes up to a number.
  struct Waiter {
    let number: UInt64
    /// Whether it is told what was lost, or only what can't be stored now.
    let hearsOfLosses: Bool
    /// How many attempts there had been: one that was under way already does not count for who waits.
    let attempts: Int
    let promise: Promise<Void>
  }

  let connection: RemoteConnection<Value>

  /// What the first entry was made on, `nil` if nothing was known of the storage then.
  var base: Value?
  var entries: [Entry] = []
  var lastNumber: UInt64 = 0
  /// Whether the first is being stored.
  var isFirstInUse = false
  /// Whether all are being put onto what others have stored.
  var areInUse = false
  /// Whether there is a task that stores the entries.
  var isWorking = false
  /// Whether to try again without a pause.
  var isNudged = false
  /// What sleeps during a pause.
  var pause: Task<Void, Never>?
  /// Whether something is known to be stored.
  var isStored = false

  /// The newest that others have stored meanwhile.
  var postponed: (value: Value, version: SharedVersion)?
  var isInTransaction = false

  var waiters: [Waiter] = []
  /// How often it has been tried to store an entry.
  var attempts = 0
  /// What was lost, until somebody who waits is told.
  var loss: (any Error)?
  /// The first entry whose success means that `saveError` is over.
  var firstThatClears: UInt64 = 0
  /// Whether `saveError` has to be set because there are too many entries.
  var hasOverflowed = false

  /// Entries and transactions take turns.
  var isTurnTaken = false
  var turns: [CheckedContinuation<Void, Never>] = []

  init(_ connection: RemoteConnection<Value>) {
    self.connection = connection
  }

  /// Whether what others have stored has to wait.
  var isBusy: Bool { isInTransaction || !entries.isEmpty }

  /// Adds a change.
  ///
  /// - Parameters:
  ///   - value: What it made.
  ///   - before: What it was made on, `nil` if nothing is known of the storage.
  func append(_ value: Value, madeOn before: Value?, isChange: Bool = true) {
    if isChange, entries.count >= connection.limit, let last = entries.last, last.isChange, last.lostAnswers.isEmpty,
      !areInUse, !isFirstInUse || entries.count > 1
    {
      entries[entries.count - 1].value = value
      hasOverflowed = true
      firstThatClears = max(firstThatClears, last.number)
      return
    }
    lastNumber += 1
    if entries.isEmpty { base = before }
    entries.append(Entry(number: lastNumber, value: value, isChange: isChange))
  }

  /// Keeps what others have stored for later. Without a version it can't be told from what is stored here, and is read again anyway.
  func postpone(_ value: Value, _ version: SharedVersion?) {
    guard let version, version > postponed?.version ?? SharedVersion(0) else { return }
    postponed = (value, version)
  }

  /// Takes out those whose changes are no longer waiting, with what to tell them.
  func takeReadyWaiters() -> [@Sendable () -> Void] {
    let first = entries.first?.number ?? .max
    let ready = waiters.filter { $0.number < first }
    guard !ready.isEmpty else { return [] }
    waiters.removeAll { $0.number < first }
    let result: Result<Void, any Error> = loss.map { .failure($0) } ?? .success(())
    if ready.contains(where: \.hearsOfLosses) { loss = nil }
    return ready.map { waiter in { waiter.promise.resume(with: waiter.hearsOfLosses ? result : .success(())) } }
  }
}
