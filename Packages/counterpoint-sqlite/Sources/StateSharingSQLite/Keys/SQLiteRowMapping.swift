import Foundation
import GRDB
@_spi(Internals) import StateSharing

/// The stored columns of a row, or nil if there is none.
typealias SQLiteColumns = [String: DatabaseValue]

/// Maps the value of a key to the columns of a row.
struct SQLiteRowMapping<Value: Sendable>: Sendable {
  /// The table and the name of the row, for identities and messages.
  let table: String
  let name: String

  /// Reads the columns.
  let fetch: @Sendable (Database) throws -> SQLiteColumns?
  /// Decodes the columns. Runs outside of the database.
  let decode: @Sendable (SQLiteColumns) throws -> Value
  /// Stores a value.
  let store: @Sendable (Value, Database) throws -> Void
  /// Preserves the columns of a damaged row under another name, and returns the name; `nil` if that is impossible.
  let quarantine: (@Sendable (Database) throws -> String?)?
}

extension Row {
  /// The columns, which outlive the statement.
  var columns: SQLiteColumns {
    var columns: SQLiteColumns = [:]
    for (name, value) in self { columns[name] = value }
    return columns
  }
}

extension SQLiteRowMapping {
  /// Maps a JSON value to a named row, in a table created on demand.
  static func value(_ name: String, table: String, coder: FileCoder<Value>) -> SQLiteRowMapping {
    let quoted = table.quotedDatabaseIdentifier
    @Sendable func requireWholeName() throws {
      // SQLite would take the part before the zero for the name, and share the row with another value.
      if name.utf8.contains(0) { throw NameWithZero(name: name) }
    }
    return SQLiteRowMapping(
      table: table,
      name: name,
      fetch: { database in
        try requireWholeName()
        guard try database.hasTable(table) else { return nil }
        return try Row.fetchOne(database, sql: "SELECT value FROM \(quoted) WHERE name = ?", arguments: [name])?.columns
      },
      decode: { columns in
        try coder.decode(Data.fromDatabaseValue(columns["value"] ?? .null) ?? Data()).value
      },
      store: { value, database in
        try requireWholeName()
        let text = String(decoding: try coder.encode(value), as: UTF8.self)
        try database.execute(
          sql: "CREATE TABLE IF NOT EXISTS \(quoted) (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)"
        )
        try database.execute(
          sql: "INSERT INTO \(quoted) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
          arguments: [name, text]
        )
      },
      quarantine: { database in
        let start = "\(name).corrupt-"
        let names = try String.fetchAll(
          database,
          sql: "SELECT name FROM \(quoted) WHERE substr(name, 1, ?) = ?",
          arguments: [start.unicodeScalars.count, start]
        )
        let earlier = numbered(names, after: start)
        let number = (earlier.last?.number ?? 0) + 1
        let quarantined = "\(start)\(ISO8601DateFormatter().string(from: Date()))-\(number)"
        try database.execute(
          sql: "UPDATE \(quoted) SET name = ? WHERE name = ?",
          arguments: [quarantined, name]
        )
        for (name, _) in earlier.dropLast(4) {
          try database.execute(sql: "DELETE FROM \(quoted) WHERE name = ?", arguments: [name])
        }
        return quarantined
      }
    )
  }
}

/// Returns the names of quarantined values with their numbers, the oldest first. Other names with the same beginning
/// belong to the user.
private func numbered(_ names: [String], after start: String) -> [(name: String, number: Int)] {
  names.compactMap { name -> (name: String, number: Int)? in
    // By scalars, as SQLite has compared the beginning.
    let end = String(name.unicodeScalars.dropFirst(start.unicodeScalars.count))
    guard let match = end.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z-([0-9]+)/),
      let number = Int(match.1), number < .max
    else { return nil }
    return (name, number)
  }
  .sorted { $0.number < $1.number }
}

extension Database {
  /// Returns whether a table exists now. GRDB caches its own answer, even after another connection has created the
  /// table.
  fileprivate func hasTable(_ name: String) throws -> Bool {
    try Bool.fetchOne(
      self,
      sql: "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type IN ('table', 'view') AND name = ? COLLATE NOCASE)",
      arguments: [name]
    ) ?? false
  }
}

/// A name of a value that a database can't store.
struct NameWithZero: Error, CustomStringConvertible {
  let name: String

  var description: String { "the name \(name.debugDescription) contains a zero byte, which SQLite would cut off" }
}

/// A rejected change of a record's id, which would have written another row.
struct RowIDChanged: Error, CustomStringConvertible {
  let description: String
}

extension SQLiteRowMapping {
  /// Maps a record to the row with its id; `nil` represents a missing row.
  static func row<Record>(
    _ type: Record.Type,
    id: Record.ID
  ) -> SQLiteRowMapping<Record?>
  where
    Record: FetchableRecord & MutablePersistableRecord & Identifiable & Sendable,
    Record.ID: DatabaseValueConvertible & Sendable,
    Value == Record?
  {
    let fetch: @Sendable (Database) throws -> SQLiteColumns? = { database in
      try Record.filter(id: id).asRequest(of: Row.self).fetchOne(database)?.columns
    }
    return SQLiteRowMapping<Record?>(
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
          throw RowIDChanged(description: "the id of the row \(id) can't be changed to \(record.id)")
        }
        try record.save(database)
      },
      quarantine: nil
    )
  }
}
