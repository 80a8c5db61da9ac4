#if SQLite

import GRDB

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

#endif
