import Dispatch
public import Foundation
import IssueReporting

/// A key whose storage can read, change and write a value atomically, isolated from other processes.
///
/// `withLock` on a value with such a key is a transaction: it begins, runs its closure on the *stored* value, and
/// commits. After a conflict it begins again, so the closure may run several times and must be repeatable.
///
/// The methods block the calling thread for as long as the storage takes. They must respect the request's deadline,
/// and throw when it has passed.
public protocol TransactionalSharedKey<Value>: SharedKey {
  /// The state of a transaction between its beginning and its end.
  associatedtype Ticket: Sendable

  /// Whether this key uses transactions; `true` by default. The answer must not change.
  var isTransactional: Bool { get }

  /// Begins a transaction and reads the stored value.
  ///
  /// - Parameter request: The attempt and its deadline.
  /// - Returns: The stored value, and the ticket for ``commit(_:_:)`` or ``rollback(_:)``.
  func begin(_ request: SharedTransactionRequest) throws -> (stored: SharedStored<Value>, ticket: Ticket)

  /// Ends a transaction by storing a value durably. A thrown error ends the transaction as well.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - ticket: The transaction.
  /// - Returns: The version of the value, or the foreign value that was stored meanwhile.
  func commit(_ value: Value, _ ticket: Ticket) throws -> SharedCommit<Value>

  /// Ends a transaction without a change.
  ///
  /// - Parameter ticket: The transaction.
  func rollback(_ ticket: Ticket)
}

extension TransactionalSharedKey {
  /// True.
  public var isTransactional: Bool { true }
}

/// A transactional key whose storage has one lock for several values, which a thread holds during a transaction.
///
/// The lock is acquired before that of the value. In the opposite order, a change inside a change of another value, and
/// a change on another thread, could wait for each other. It is recursive.
@_spi(Internals) public protocol StorageLockingKey: Sendable {
  /// Acquires the lock of the storage. Blocks the thread.
  ///
  /// - Returns: Whether the thread has the lock; `false` if the deadline has passed.
  func lockStorage(until deadline: ContinuousClock.Instant) -> Bool

  /// Releases the lock of the storage.
  func unlockStorage()
}

/// The attempt and the deadline of a transaction.
public struct SharedTransactionRequest: Sendable {
  /// The number of the attempt, starting with one.
  public let attempt: Int

  /// The deadline.
  public let deadline: ContinuousClock.Instant

  /// Whether half of the attempts have ended in conflicts. A storage that has an exclusive lock should take it then.
  public let isUrgent: Bool

  /// The version of the storage when the oldest write of unknown outcome was sent; `nil` if there is none.
  ///
  /// An ``AsyncTransactionalSharedKey`` whose storage has a history can then return the ids of all writes after that
  /// version as ``SharedStored/writeIDs``. The write is found even if many others followed.
  public let since: SharedVersion?

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - attempt: The number of the attempt, starting with one.
  ///   - deadline: The deadline.
  ///   - isUrgent: Whether half of the attempts have ended in conflicts.
  ///   - since: The version of the storage when the oldest write of unknown outcome was sent.
  public init(
    attempt: Int,
    deadline: ContinuousClock.Instant,
    isUrgent: Bool = false,
    since: SharedVersion? = nil
  ) {
    self.attempt = attempt
    self.deadline = deadline
    self.isUrgent = isUrgent
    self.since = since
  }
}

/// The properties of the current transaction, and limits for transactions.
public enum SharedTransaction {
  /// The number of times that the closure of the current transaction has been called, including this call; zero
  /// outside of transactions.
  @TaskLocal public static var attempt = 0

  /// The time that `withLock` may block the main thread before debug builds report it, once for each location and
  /// value. `nil`, the default, is 100 milliseconds in a program and no limit in tests, whose result must not depend on
  /// the load of the machine.
  ///
  /// Measures the duration of begin and commit, whatever the reason: a slow disk, a lock held by another process, or
  /// a busy machine. A program without a user interface on its main thread, such as one that plays a script, can
  /// allow more:
  ///
  /// ```swift
  /// await SharedTransaction.$patienceOfMainThread.withValue(.seconds(10)) { await play() }
  /// ```
  @TaskLocal public static var patienceOfMainThread: Duration?

  /// The limit that applies; `nil` for none.
  static var patience: Duration? { patienceOfMainThread ?? (isTesting ? nil : .milliseconds(100)) }
}

/// The thread that runs the user interface.
enum MainThread {
  /// Whether this thread drains the main queue. On Linux it is not always the first thread, because the main actor
  /// moves to other threads while `main` is suspended.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }

  private static let key: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()
}

/// The version of a stored value. Each change of the value, and its deletion, has a greater version.
///
/// A reference applies a value only if the value's version is newer than its own. A late answer, or the echo of a local
/// change, is therefore harmless.
public struct SharedVersion: Hashable, Comparable, Sendable {
  /// The number.
  public let number: UInt64

  /// Creates a version.
  ///
  /// - Parameter number: The number.
  public init(_ number: UInt64) {
    self.number = number
  }

  /// Returns whether a version is older than another.
  public static func < (left: Self, right: Self) -> Bool {
    left.number < right.number
  }
}

/// A stored value and its version.
public struct SharedStored<Value> {
  /// The value, or `nil` if nothing is stored.
  public var value: Value?

  /// The version. An absent or deleted value has one too.
  public var version: SharedVersion

  /// The ids of the last writes, the newest first, deletions included: as many as the storage keeps, for an
  /// ``AsyncTransactionalSharedKey``.
  ///
  /// They tell a reference whether its write has been stored when the answer was lost. One id suffices if no other
  /// program has written since; some dozens suffice practically always. Without ids, the outcome stays unknown.
  public var writeIDs: [UUID]

  /// Creates a stored value.
  ///
  /// - Parameters:
  ///   - value: The value, or `nil` if nothing is stored.
  ///   - version: The version.
  ///   - writeIDs: The ids of the last writes, the newest first.
  public init(value: Value?, version: SharedVersion, writeIDs: [UUID] = []) {
    self.value = value
    self.version = version
    self.writeIDs = writeIDs
  }
}

extension SharedStored: Sendable where Value: Sendable {}

/// The outcome of a commit.
public enum SharedCommit<Value> {
  /// The value is stored durably, in this version.
  case committed(SharedVersion)

  /// Another program was faster; this is the stored value.
  case conflict(SharedStored<Value>)
}

extension SharedCommit: Sendable where Value: Sendable {}

/// The error of a transaction that is stored nevertheless.
struct CommittedWithError: Error {
  let version: SharedVersion
  let error: any Error
}
