#if SQLite

import GRDB
import StateSharing

/// A change that would have made one row into another.
struct RowHasMoved: Error, CustomStringConvertible {
  let description: String
}

extension SQLitePlace {
  /// A row of a table, by its id; nil is no such row.
  static func row<Record>(
    _ type: Record.Type,
    id: Record.ID
  ) -> SQLitePlace<Record?>
  where
    Record: FetchableRecord & MutablePersistableRecord & Identifiable & Sendable,
    Record.ID: DatabaseValueConvertible & Sendable,
    Value == Record?
  {
    let fetch: @Sendable (Database) throws -> SQLiteColumns? = { database in
      try Record.filter(id: id).asRequest(of: Row.self).fetchOne(database)?.columns
    }
    return SQLitePlace<Record?>(
      table: Record.databaseTableName,
      name: "\(id)",
      fetch: fetch,
      decode: { try Record(row: Row($0)) },
      store: { record, database in
        guard var record else {
          try Record.deleteOne(database, id: id)
          return
        }
        guard record.id == id else {
          throw RowHasMoved(description: "the row with the id \(id) can't be given the id \(record.id)")
        }
        try record.save(database)
      },
      keepAside: nil
    )
  }
}

#endif
