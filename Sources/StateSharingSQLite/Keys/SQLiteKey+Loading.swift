#if SQLite

import Foundation
import GRDB
import CounterpointSupport
public import StateSharing

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
    let (subscription, number) = database.observers.add(to: database) { [weak self] in self?.look() }
    observer.withLock { $0 = number }
    return subscription
  }

  /// Reads and caches the stored columns.
  private func read() throws -> (SQLiteColumns?, SharedVersion) {
    try readable {
      try database.inside(deadline: .now + SQLiteDatabase.patience) { depth in
        try database.before(.read)
        do {
          let columns = try database.opened(creating: false)?.unsafeReentrantWrite(place.fetch)
          return (columns, known.withLock { $0.note(columns) })
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT && depth == 1 {
          // A file that is being copied to this path can look like that. Its cached contents are useless afterwards.
          database.connection.withLock { $0 = nil }
          throw error
        }
      }
    }
  }

  /// Decodes the stored columns. A failure is recorded, so that the value is not overwritten.
  func decode(_ columns: SQLiteColumns) throws -> Value {
    do {
      let value = try place.decode(columns)
      known.withLock { $0.problem = nil }
      return value
    } catch {
      let problem = error as? SharedStorageError ?? .corrupt(path: path, keptAt: nil, underlying: error)
      known.withLock { $0.problem = problem }
      throw problem
    }
  }

  /// Reads the value for the subscriber, which ignores a known version.
  private func look() {
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

  /// Converts errors of reading a database.
  private func readable<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as SharedStorageError {
      throw error
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY || error.resultCode == .SQLITE_LOCKED {
      throw SharedStorageError.lockTimeout(path: path)
    } catch let error as DatabaseError
      where error.resultCode == .SQLITE_NOTADB || error.resultCode == .SQLITE_CORRUPT
    {
      throw SharedStorageError.corrupt(path: database.path, keptAt: nil, underlying: error)
    } catch {
      throw SharedStorageError.notReadable(path: path, underlying: error)
    }
  }
}

#endif
