#if SQLite

import DependencyInjection
import Foundation
import IssueReporting
import CounterpointSupport
public import StateSharing

/// The key of a value in a database, `.sqlite("name")`, or of a row of a table, `.sqlite(Player.self, id: 7)`.
///
/// `withLock` is a transaction: it runs on the stored value, with exclusive write access among all connections, and
/// the value is on disk when it returns. It blocks the thread meanwhile, a few milliseconds without contention.
public final class SQLiteKey<Value: Sendable>: TransactionalSharedKey {
  let place: SQLitePlace<Value>
  let database: SQLiteDatabase
  let known = Locked(KnownColumns())
  let subscriber = Locked<SharedSubscriber<Value>?>(nil)
  let observer = Locked<UInt64?>(nil)

  init(_ place: SQLitePlace<Value>, database: SQLiteDatabase?) {
    self.place = place
    self.database = database ?? DependencyValues._current.defaultSQLiteDatabase
  }

  /// The database, the table and the name in it.
  public var id: SQLiteKeyID { SQLiteKeyID(database: database.identity, table: place.table, name: place.name) }

  /// The location of the value, for errors.
  var path: String { "\(database.path) (\(place.table): \(place.name))" }
}

extension SQLiteKey: CustomStringConvertible {
  /// The key as it is written in code: `.sqlite("name")`.
  public var description: String {
    place.keepAside == nil
      ? ".sqlite(\(place.table), id: \(place.name))" : ".sqlite(\(String(reflecting: place.name)))"
  }
}

/// The identity of a value in a database: the file, the table and the name.
public struct SQLiteKeyID: Hashable, Sendable {
  let database: String
  let table: String
  let name: String
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

/// Reports an error that the program might not notice otherwise.
func report(_ error: SharedStorageError) {
  if !isTesting { reportIssue(error) }
}

#endif
