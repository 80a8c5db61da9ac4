#if SQLite

public import Foundation
public import GRDB
public import StateSharing

extension SharedReaderKey {
  /// A value in a database, as JSON.
  ///
  /// ```swift
  /// @Shared(.sqlite("stats")) var stats = Stats()
  /// ```
  ///
  /// If nothing is stored the default is used. What is no such value is left as it is, the default is used and `loadError`
  /// says why; the first write keeps its text under another name. A file that is no database at all is likewise moved aside
  /// by the first write.
  ///
  /// - Parameters:
  ///   - name: The value's name in the table.
  ///   - table: A table with the columns `name` and `value`, which is made when it is first needed.
  ///   - database: The database; by default the dependency `defaultSQLiteDatabase`.
  ///   - decoder: Reads the value.
  ///   - encoder: Writes the value.
  public static func sqlite<Value: Codable & Sendable>(
    _ name: String,
    table: String = "shared_values",
    database: SQLiteDatabase? = nil,
    decoder: JSONDecoder? = nil,
    encoder: JSONEncoder? = nil
  ) -> Self where Self == SQLiteKey<Value> {
    SQLiteKey(
      .value(name, table: table, coder: FileCoder(decoder: decoder, encoder: encoder ?? .forValues)),
      database: database
    )
  }

  /// A value in a database whose form has changed over time.
  ///
  /// Values hold the number of their form, `{"payload": …, "version": 3}`; one without is of version 0. An older one is
  /// brought up to date when it is loaded; a newer one is refused: the default is used, `loadError` is a
  /// `SharedStorageError.newerSchema`, and nothing is ever written over it.
  ///
  /// - Parameters:
  ///   - name: The value's name in the table.
  ///   - version: The form that this program writes.
  ///   - migrations: What turns the JSON of a version into that of the next, by the version that it begins with. A version
  ///     without one needs no change.
  ///   - table: A table with the columns `name` and `value`, which is made when it is first needed.
  ///   - database: The database; by default the dependency `defaultSQLiteDatabase`.
  public static func sqlite<Value: Codable & Sendable>(
    _ name: String,
    version: Int,
    migrations: [Int: @Sendable (Data) throws -> Data],
    table: String = "shared_values",
    database: SQLiteDatabase? = nil
  ) -> Self where Self == SQLiteKey<Value> {
    let coder = FileCoder<Value>(
      path: "\(table): \(name)",
      version: version,
      migrations: migrations,
      decoder: nil,
      encoder: .forValues
    )
    return SQLiteKey(.value(name, table: table, coder: coder), database: database)
  }

  /// A row of a table of your own, by its id.
  ///
  /// ```swift
  /// @Shared(.sqlite(Player.self, id: 7, database: game)) var player
  /// $player.withLock { $0?.score += 100 }
  /// ```
  ///
  /// Nil is no such row: setting it deletes the row, setting a record where there is none inserts it. A row that can't be
  /// decoded is in `loadError`, and is not written over.
  ///
  /// - Parameters:
  ///   - type: The type of the record.
  ///   - id: The row's id, which the record must keep.
  ///   - database: The database; by default the dependency `defaultSQLiteDatabase`. The table must be there.
  public static func sqlite<Record>(
    _ type: Record.Type,
    id: Record.ID,
    database: SQLiteDatabase? = nil
  ) -> Self
  where
    Self == SQLiteKey<Record?>,
    Record: FetchableRecord & MutablePersistableRecord & Identifiable & Sendable,
    Record.ID: DatabaseValueConvertible & Sendable
  {
    SQLiteKey(.row(type, id: id), database: database)
  }
}

extension JSONEncoder {
  /// Compact, and in a stable order, so that the same value is the same text.
  fileprivate static var forValues: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return encoder
  }
}

#endif
