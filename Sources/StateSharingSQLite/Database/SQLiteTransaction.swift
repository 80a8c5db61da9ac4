#if SQLite

import GRDB
import Locks
import StateSharing

/// A transaction that has been begun and not yet ended, by the thread that began it.
///
/// One that is begun inside another, on the same thread, is a part of it: it is stored when the outer one is, or not at all.
final class SQLiteTransaction: Sendable {
  private let database: SQLiteDatabase
  private let queue: DatabaseQueue
  private let isOutermost: Bool

  init(database: SQLiteDatabase, queue: DatabaseQueue) throws {
    self.database = database
    self.queue = queue
    isOutermost = try queue.unsafeReentrantWrite { connection in
      if connection.isInsideTransaction {
        try connection.execute(sql: "SAVEPOINT counterpoint")
        return false
      }
      try connection.beginTransaction(.immediate)
      return true
    }
  }

  func run<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try queue.unsafeReentrantWrite(body)
  }

  /// Stores what was written. Also an error ends the transaction: then nothing is.
  ///
  /// - Parameter observer: Who need not look.
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
    database.turnstile.leave()
    try? database.before(.answer)
    database.observers.noteChange(except: observer)
  }

  /// Gives up what was written.
  func rollback() {
    do {
      try queue.unsafeReentrantWrite { connection in
        // Some errors have ended the transaction already.
        guard connection.isInsideTransaction else { return }
        if isOutermost {
          try connection.rollback()
        } else {
          try connection.execute(sql: "ROLLBACK TO counterpoint; RELEASE counterpoint")
        }
      }
    } catch {
      // It is of no use any more; the next transaction opens another.
      database.connection.withLock { $0 = nil }
    }
    database.turnstile.leave()
    // Who wrote inside of it has told more than came true.
    database.observers.noteChange(except: nil)
  }
}

extension SQLiteDatabase {
  /// Begins a transaction in which nobody else writes, here or in another process.
  ///
  /// - Parameter end: When to give up waiting for the others. Waiting blocks the thread.
  func begin(deadline end: ContinuousClock.Instant) throws -> SQLiteTransaction {
    guard let depth = turnstile.enter(deadline: end) else { throw SharedStorageError.lockTimeout(path: path) }
    do {
      if depth == 1 { deadline.withLock { $0 = end } }
      try before(.begin)
      guard let queue = try opened(creating: true) else { throw SharedStorageError.closed(path: path) }
      return try SQLiteTransaction(database: self, queue: queue)
    } catch {
      turnstile.leave()
      throw error
    }
  }
}

#endif
