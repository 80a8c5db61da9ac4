#if SQLite

import Foundation
import GRDB
import StateSharing

/// The stored columns of a row, or nil if there is none.
typealias SQLiteColumns = [String: DatabaseValue]

/// The place of a key's value in a database, and its coding.
struct SQLitePlace<Value: Sendable>: Sendable {
  /// The table and the name of the row, for identities and texts.
  let table: String
  let name: String

  /// Reads the columns.
  let fetch: @Sendable (Database) throws -> SQLiteColumns?
  /// Decodes the columns. Runs outside of the database.
  let decode: @Sendable (SQLiteColumns) throws -> Value
  /// Stores a value.
  let store: @Sendable (Value, Database) throws -> Void
  /// Preserves a copy of columns that could not be decoded, and returns its name; nil if that is impossible.
  let keepAside: (@Sendable (Database) throws -> String?)?
}

extension Row {
  /// The columns, which outlive the statement.
  var columns: SQLiteColumns {
    var columns: SQLiteColumns = [:]
    for (name, value) in self { columns[name] = value }
    return columns
  }
}

extension SQLitePlace {
  /// Returns the place of a JSON value, in a table created on demand.
  static func value(_ name: String, table: String, coder: FileCoder<Value>) -> SQLitePlace {
    let quoted = table.quotedDatabaseIdentifier
    return SQLitePlace(
      table: table,
      name: name,
      fetch: { database in
        guard try database.hasTable(table) else { return nil }
        return try Row.fetchOne(database, sql: "SELECT value FROM \(quoted) WHERE name = ?", arguments: [name])?.columns
      },
      decode: { columns in
        try coder.decode(Data.fromDatabaseValue(columns["value"] ?? .null) ?? Data()).value
      },
      store: { value, database in
        let text = String(decoding: try coder.encode(value), as: UTF8.self)
        try database.execute(
          sql: "CREATE TABLE IF NOT EXISTS \(quoted) (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)"
        )
        try database.execute(
          sql: "INSERT INTO \(quoted) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
          arguments: [name, text]
        )
      },
      keepAside: { database in
        let start = "\(name).corrupt-"
        let earlier = try String.fetchAll(
          database,
          sql: "SELECT name FROM \(quoted) WHERE substr(name, 1, ?) = ? ORDER BY rowid",
          arguments: [start.count, start]
        )
        let number = (earlier.compactMap { $0.split(separator: "-").last.flatMap { Int($0) } }.max() ?? 0) + 1
        let aside = "\(start)\(ISO8601DateFormatter().string(from: Date()))-\(number)"
        try database.execute(
          sql: "UPDATE \(quoted) SET name = ? WHERE name = ?",
          arguments: [aside, name]
        )
        for name in earlier.dropLast(4) {
          try database.execute(sql: "DELETE FROM \(quoted) WHERE name = ?", arguments: [name])
        }
        return aside
      }
    )
  }
}

extension Database {
  /// Returns whether a table exists now. GRDB's own answer is cached for too long if another connection creates the
  /// table.
  fileprivate func hasTable(_ name: String) throws -> Bool {
    try Bool.fetchOne(
      self,
      sql: "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type IN ('table', 'view') AND name = ? COLLATE NOCASE)",
      arguments: [name]
    ) ?? false
  }
}

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
