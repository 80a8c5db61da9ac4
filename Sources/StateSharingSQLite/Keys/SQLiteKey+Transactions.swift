#if SQLite

import GRDB
import CounterpointSupport
public import StateSharing

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
        let columns = try transaction.run(place.fetch)
        let version = known.withLock { $0.note(columns) }
        return (SharedStored(value: try usable(columns), version: version), Ticket(transaction: transaction))
      } catch {
        transaction.rollback()
        throw error
      }
    }
  }

  /// Returns the stored value; nil if there is none, or if a write moves it aside.
  private func usable(_ columns: SQLiteColumns?) throws -> Value? {
    guard let columns else {
      known.withLock { $0.problem = nil }
      return nil
    }
    do {
      return try decode(columns)
    } catch SharedStorageError.corrupt where place.keepAside != nil {
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
            let aside = try place.keepAside?(connection)
          {
            report(.corrupt(path: path, keptAt: aside, underlying: underlying))
          }
          try place.store(value, connection)
          let columns = try place.fetch(connection)
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
        let stored = try begin(SharedTransactionRequest(attempt: 1, deadline: .now + SQLiteDatabase.patience))
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
        let (stored, ticket) = try begin(SharedTransactionRequest(attempt: 1, deadline: .now + SQLiteDatabase.patience))
        let isKnown = known.withLock { $0.columns == before }
        if stored.value == nil, isKnown {
          _ = try commit(value, ticket)
        } else {
          rollback(ticket)
        }
      }
    )
  }

  /// Converts errors of writing a database.
  private func writable<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as SharedStorageError {
      throw error
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY || error.resultCode == .SQLITE_LOCKED {
      throw SharedStorageError.lockTimeout(path: path)
    } catch {
      throw SharedStorageError.notCommitted(path: path, underlying: error)
    }
  }
}

#endif
