#if SQLite

import GRDB

/// What is stored in one place: the columns of a row, or nil if there is none.
typealias SQLiteColumns = [String: DatabaseValue]

/// Where in a database a key has its value, and what it makes of it.
struct SQLitePlace<Value: Sendable>: Sendable {
  /// The table, and what tells the row from others, for ids and texts.
  let table: String
  let name: String

  /// Reads the columns.
  let fetch: @Sendable (Database) throws -> SQLiteColumns?
  /// Makes a value of them. Runs outside of the database.
  let decode: @Sendable (SQLiteColumns) throws -> Value
  /// Stores a value.
  let store: @Sendable (Value, Database) throws -> Void
  /// Keeps a copy of columns that could not be decoded, and says where; nil if there is no place for that.
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

#endif
