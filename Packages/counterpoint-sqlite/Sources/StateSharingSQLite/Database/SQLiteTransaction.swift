import GRDB
@_spi(Internals) import CounterpointSupport
import StateSharing

/// An open transaction of the current thread.
///
/// A nested transaction on the same thread is part of the outer one: both are committed, or neither.
final class SQLiteTransaction: Sendable {
  private let database: SQLiteDatabase
  private let queue: DatabaseQueue
  private let isOutermost: Bool

  init(database: SQLiteDatabase, queue: DatabaseQueue) throws {
    self.database = database
    self.queue = queue
    let isNested = database.transactionCount.withLock { $0 > 0 }
    isOutermost = try queue.unsafeReentrantWrite { connection in
      if connection.isInsideTransaction {
        try connection.execute(sql: "SAVEPOINT counterpoint")
        return false
      }
      if isNested { throw TransactionEnded() }
      try connection.beginTransaction(.immediate)
      return true
    }
    database.transactionCount.withLock { $0 += 1 }
  }

  /// Runs a function in the transaction.
  ///
  /// - Throws: The error of the function, or ``TransactionEnded``. SQLite would commit each statement by itself then.
  func run<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try queue.unsafeReentrantWrite { connection in
      guard connection.isInsideTransaction else { throw TransactionEnded() }
      return try body(connection)
    }
  }

  /// Commits the transaction. An error ends it without a change.
  ///
  /// - Parameter observer: The observer that need not read again.
  func commit(except observer: UInt64?) throws {
    do {
      try database.before(.commit)
      try queue.unsafeReentrantWrite { connection in
        if isOutermost { try connection.commit() } else { try connection.execute(sql: "RELEASE counterpoint") }
      }
    } catch {
      rollback()
      throw error
    }
    end()
    try? database.before(.answer)
    database.observers.noteChange(except: observer)
  }

  /// Rolls the transaction back.
  func rollback() {
    do {
      try queue.unsafeReentrantWrite { connection in
        // Some errors have already ended the transaction.
        guard connection.isInsideTransaction else { return }
        if isOutermost {
          try connection.rollback()
        } else {
          try connection.execute(sql: "ROLLBACK TO counterpoint; RELEASE counterpoint")
        }
      }
    } catch {
      // The connection is unusable; the next transaction opens another one.
      database.connection.withLock { $0 = nil }
    }
    end()
    // A nested transaction may have notified of changes that were rolled back.
    database.observers.noteChange(except: nil)
  }

  private func end() {
    database.transactionCount.withLock { $0 -= 1 }
    database.accessLock.unlock()
  }
}

/// An error of a nested change, such as a full disk, has ended the outermost transaction.
struct TransactionEnded: Error, CustomStringConvertible {
  var description: String { "SQLite has rolled the whole transaction back, because of an error of a nested change" }
}

extension SQLiteDatabase {
  /// Begins a transaction with exclusive write access among all processes.
  ///
  /// - Parameter end: The deadline for the lock. Waiting blocks the thread.
  func begin(deadline end: ContinuousClock.Instant) throws -> SQLiteTransaction {
    guard accessLock.lock(deadline: end) != nil else { throw SharedStorageError.lockTimeout(path: path) }
    do {
      if transactionCount.withLock({ $0 == 0 }) { deadline.withLock { $0 = end } }
      try before(.begin)
      guard let queue = try opened(creating: true) else { throw SharedStorageError.closed(path: path) }
      return try SQLiteTransaction(database: self, queue: queue)
    } catch {
      accessLock.unlock()
      throw error
    }
  }
}
