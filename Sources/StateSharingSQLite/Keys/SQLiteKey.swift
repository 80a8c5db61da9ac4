#if SQLite

import DependencyInjection
import Foundation
import IssueReporting
import Locks
public import StateSharing

/// A value in a database: `.sqlite("name")`, or a row of a table: `.sqlite(Player.self, id: 7)`.
///
/// `withLock` is a transaction: it runs on what is stored now, with no other connection writing meanwhile, and when it returns
/// the value is on the disk. It blocks the thread for as long as that takes, a few milliseconds if nobody else writes.
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

  /// Where the value is, for errors.
  var path: String { "\(database.path) (\(place.table): \(place.name))" }
}

extension SQLiteKey: CustomStringConvertible {
  /// The key as one writes it: `.sqlite("name")`.
  public var description: String {
    place.keepAside == nil
      ? ".sqlite(\(place.table), id: \(place.name))" : ".sqlite(\(String(reflecting: place.name)))"
  }
}

/// Tells one value in a database from another: by the file, however it is connected to, the table and the name.
public struct SQLiteKeyID: Hashable, Sendable {
  let database: String
  let table: String
  let name: String
}

/// What a key knows of its place.
struct KnownColumns: Sendable {
  /// What was read or written last; nil if nothing is stored.
  private(set) var columns: SQLiteColumns?
  /// How often that has changed. Numbers are given while the database is used by nobody else here, so they are in the order
  /// of the changes. One in the row itself would say nothing of changes that other programs make, or of a file that was
  /// replaced by an older one.
  private var number: UInt64 = 0
  /// Why what is stored can't be taken over, if it can't.
  var problem: SharedStorageError?

  /// Notes what is stored.
  ///
  /// - Parameter isChange: Whether it counts as a change though it is the same.
  mutating func note(_ columns: SQLiteColumns?, isChange: Bool = false) -> SharedVersion {
    if isChange || number == 0 || columns != self.columns { number += 1 }
    self.columns = columns
    return SharedVersion(number)
  }
}

/// Says what a program may never find out otherwise.
func report(_ error: SharedStorageError) {
  if !isTesting { reportIssue(error) }
}

#endif
