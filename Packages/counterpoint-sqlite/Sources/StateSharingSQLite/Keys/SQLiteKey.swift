@_spi(Internals) import CounterpointSupport
import DependencyInjection
import Foundation
import GRDB
import IssueReporting
@_spi(Internals) public import StateSharing

/// The key of a value in a database, `.sqlite("name")`, or of a row of a table, `.sqlite(Player.self, id: 7)`.
///
/// `withLock` is a transaction: it runs on the stored value, with exclusive write access among all connections, and
/// the value is on disk when it returns. It blocks the thread meanwhile, a few milliseconds without contention.
public final class SQLiteKey<Value: Sendable>: TransactionalSharedKey {
  let mapping: SQLiteRowMapping<Value>
  let database: SQLiteDatabase
  let known = Locked(KnownColumns())
  let subscriber = Locked<SharedSubscriber<Value>?>(nil)
  let observer = Locked<UInt64?>(nil)

  init(_ mapping: SQLiteRowMapping<Value>, database: SQLiteDatabase?) {
    self.mapping = mapping
    self.database = database ?? DependencyValues._current.defaultSQLiteDatabase
  }

  /// The database, the table and the name in it.
  public var id: SQLiteKeyID {
    SQLiteKeyID(
      database: Array(database.identity.utf8),
      table: Array(mapping.table.utf8),
      name: Array(mapping.name.utf8)
    )
  }

  /// The location of the value, for error messages.
  var path: String { "\(database.path) (\(mapping.table): \(mapping.name))" }
}

extension SQLiteKey: CustomStringConvertible {
  /// The key as it is written in code: `.sqlite("name")`.
  public var description: String {
    mapping.quarantine == nil
      ? ".sqlite(\(mapping.table), id: \(mapping.name))" : ".sqlite(\(String(reflecting: mapping.name)))"
  }
}

/// The identity of a value in a database: the file, the table and the name.
public struct SQLiteKeyID: Hashable, Sendable {
  // The bytes, because files and databases have two spellings of "é" as different names.
  let database: [UInt8]
  let table: [UInt8]
  let name: [UInt8]
}

/// The known columns of a key.
struct KnownColumns: Sendable {
  /// The columns last read or written; nil if nothing is stored.
  private(set) var columns: SQLiteColumns?
  /// The number of changes. Numbers are assigned under exclusive access to the database, so they are in the order of
  /// the changes. A number in the row itself would miss changes by other programs, and a replacement of the file by
  /// an older one.
  private var number: UInt64 = 0
  /// The reason why the stored value can't be adopted, if so.
  var problem: SharedStorageError?

  /// Records the stored columns.
  ///
  /// - Parameter isChange: Whether equal columns count as a change.
  mutating func note(_ columns: SQLiteColumns?, isChange: Bool = false) -> SharedVersion {
    if isChange || number == 0 || columns != self.columns { number += 1 }
    self.columns = columns
    return SharedVersion(number)
  }
}

extension SQLiteKey {
  /// Reads the value.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    do {
      let (columns, version) = try read()
      if let columns {
        continuation.resume(returning: try decode(columns), version: version)
      } else {
        continuation.resumeReturningInitialValue(version: version)
      }
    } catch {
      continuation.resume(throwing: error)
    }
  }

  /// Subscribes to foreign changes: of other keys, connections and processes.
  public func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription {
    self.subscriber.withLock { $0 = subscriber }
    let (subscription, number) = database.observers.add(to: database) { [weak self] in self?.readAgain() }
    observer.withLock { $0 = number }
    return subscription
  }

  /// Reads and caches the stored columns.
  private func read() throws -> (SQLiteColumns?, SharedVersion) {
    try readable {
      try database.withAccess(deadline: .now + SQLiteDatabase.lockTimeout) { depth in
        try database.before(.read)
        do {
          let columns = try database.opened(creating: false)?.unsafeReentrantWrite(mapping.fetch)
          return (columns, known.withLock { $0.note(columns) })
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT && depth == 1 {
          // The file may be incomplete because a program is copying it. The connection's cache would be outdated then.
          database.connection.withLock { $0 = nil }
          throw error
        }
      }
    }
  }

  /// Decodes the stored columns. A failure is recorded, so that the value is not overwritten.
  func decode(_ columns: SQLiteColumns) throws -> Value {
    do {
      let value = try mapping.decode(columns)
      known.withLock { $0.problem = nil }
      return value
    } catch {
      let problem = error as? SharedStorageError ?? .corrupt(path: path, keptAt: nil, underlying: error)
      known.withLock { $0.problem = problem }
      throw problem
    }
  }

  /// Reads the value, and delivers it to the subscriber, which ignores a known version.
  private func readAgain() {
    guard let subscriber = subscriber.withLock({ $0 }) else { return }
    do {
      let (columns, version) = try read()
      if let columns {
        subscriber.yield(try decode(columns), version: version)
      } else {
        known.withLock { $0.problem = nil }
        subscriber.yieldReturningInitialValue(version: version)
      }
    } catch {
      subscriber.yield(throwing: error)
    }
  }

  /// Runs a function that reads the database, and converts its errors.
  private func readable<Result>(_ body: () throws -> Result) throws -> Result {
    try convertErrors(of: body) { error in
      switch (error as? DatabaseError)?.resultCode {
      case .SQLITE_NOTADB?, .SQLITE_CORRUPT?: .corrupt(path: database.path, keptAt: nil, underlying: error)
      default: .notReadable(path: path, underlying: error)
      }
    }
  }

  /// Runs a function that writes the database, and converts its errors.
  private func writable<Result>(_ body: () throws -> Result) throws -> Result {
    try convertErrors(of: body) { .notCommitted(path: path, underlying: $0) }
  }

  /// Runs a function. Timeouts of locks, and other errors that are not shared storage errors, are converted.
  private func convertErrors<Result>(
    of body: () throws -> Result,
    to other: (any Error) -> SharedStorageError
  ) throws -> Result {
    do {
      return try body()
    } catch let error as SharedStorageError {
      throw error
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY || error.resultCode == .SQLITE_LOCKED {
      throw SharedStorageError.lockTimeout(path: path)
    } catch {
      throw other(error)
    }
  }
}

extension SQLiteKey {
  /// An open transaction.
  public struct Ticket: Sendable {
    let transaction: SQLiteTransaction
  }

  /// Begins a transaction with exclusive write access, and reads the stored value.
  ///
  /// - Parameter request: The attempt and its deadline.
  /// - Returns: The stored value, and the transaction.
  /// - Throws: A `SharedStorageError`, also if another connection holds the lock too long, or the stored value must
  ///   not be overwritten.
  public func begin(_ request: SharedTransactionRequest) throws -> (stored: SharedStored<Value>, ticket: Ticket) {
    try writable {
      let transaction = try database.begin(deadline: request.deadline)
      do {
        let columns = try transaction.run(mapping.fetch)
        let version = known.withLock { $0.note(columns) }
        return (SharedStored(value: try usable(columns), version: version), Ticket(transaction: transaction))
      } catch {
        transaction.rollback()
        throw error
      }
    }
  }

  /// Returns the stored value; nil if nothing is stored, or if a write quarantines it.
  private func usable(_ columns: SQLiteColumns?) throws -> Value? {
    guard let columns else {
      known.withLock { $0.problem = nil }
      return nil
    }
    do {
      return try decode(columns)
    } catch SharedStorageError.corrupt where mapping.quarantine != nil {
      return nil
    }
  }

  /// Stores a value, and commits.
  public func commit(_ value: Value, _ ticket: Ticket) throws -> SharedCommit<Value> {
    try writable {
      let version: SharedVersion
      do {
        version = try ticket.transaction.run { connection in
          if case .corrupt(_, _, let underlying)? = known.withLock(\.problem),
            let quarantined = try mapping.quarantine?(connection)
          {
            report(.corrupt(path: path, keptAt: quarantined, underlying: underlying))
          }
          try mapping.store(value, connection)
          let columns = try mapping.fetch(connection)
          return known.withLock { known in
            known.problem = nil
            return known.note(columns, isChange: true)
          }
        }
      } catch {
        ticket.transaction.rollback()
        throw error
      }
      do {
        try ticket.transaction.commit(except: observer.withLock { $0 })
        return .committed(version)
      } catch SharedStorageError.conflict {
        // The next transaction reads the foreign value.
        let stored = try begin(SharedTransactionRequest(attempt: 1, deadline: .now + SQLiteDatabase.lockTimeout))
        rollback(stored.ticket)
        return .conflict(stored.stored)
      }
    }
  }

  /// Ends a transaction that has written nothing.
  public func rollback(_ ticket: Ticket) {
    ticket.transaction.rollback()
  }

  /// Stores a value that is not stored yet, such as a default. A stored value was stored when `withLock` returned,
  /// and a foreign change since is newer and stays.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    continuation.resume(
      with: Result {
        let before = known.withLock { $0.columns }
        let request = SharedTransactionRequest(attempt: 1, deadline: .now + SQLiteDatabase.lockTimeout)
        let (stored, ticket) = try begin(request)
        let isKnown = known.withLock { $0.columns == before }
        if stored.value == nil, isKnown {
          _ = try commit(value, ticket)
        } else {
          rollback(ticket)
        }
      }
    )
  }
}

@_spi(Internals) extension SQLiteKey: StorageLockingKey {
  /// Acquires the connection.
  public func lockStorage(until deadline: ContinuousClock.Instant) -> Bool {
    database.accessLock.lock(deadline: deadline) != nil
  }

  /// Releases the connection.
  public func unlockStorage() {
    database.accessLock.unlock()
  }
}
