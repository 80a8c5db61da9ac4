public import Foundation
public import GRDB
@_spi(Internals) public import StateSharing

extension SharedReaderKey {
  /// Returns the key of a value in a database, stored as JSON.
  ///
  /// ```swift
  /// @Shared(.sqlite("stats")) var stats = Stats()
  /// ```
  ///
  /// If nothing is stored, the default is used. A value that can't be decoded is left unchanged: the default is used,
  /// and `loadError` has the reason; the first write preserves its text under another name. A file that is not a
  /// database is moved to another name by the first write.
  ///
  /// - Parameters:
  ///   - name: The value's name in the table.
  ///   - table: A table with the columns `name` and `value`, created on demand.
  ///   - database: The database; by default the dependency `defaultSQLiteDatabase`.
  ///   - decoder: Decodes the value.
  ///   - encoder: Encodes the value.
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

  /// Returns the key of a value in a database with a versioned format.
  ///
  /// Values contain the version of their schema, `{"payload": …, "version": 3}`; a value without one has version 0.
  /// An older value is migrated when it is loaded. A newer one is refused: the default is used, `loadError` is a
  /// `SharedStorageError.newerSchema`, and the value is never overwritten.
  ///
  /// - Parameters:
  ///   - name: The value's name in the table.
  ///   - version: The version that this program writes.
  ///   - migrations: Functions that migrate the JSON of a version to the next, by the version that they start from. A
  ///     version without one needs no change.
  ///   - table: A table with the columns `name` and `value`, created on demand.
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

  /// Returns the key of a table's row, by its id.
  ///
  /// ```swift
  /// @Shared(.sqlite(Player.self, id: 7, database: game)) var player
  /// $player.withLock { $0?.score += 100 }
  /// ```
  ///
  /// Nil means that there is no such row. Setting nil deletes the row; setting a record inserts a missing one. If a
  /// row can't be decoded, `loadError` has the reason, and the row is not overwritten.
  ///
  /// - Parameters:
  ///   - type: The type of the record.
  ///   - id: The row's id, which the record must keep.
  ///   - database: The database; by default the dependency `defaultSQLiteDatabase`. The table must exist.
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
  /// Compact and with sorted keys, so that equal values have equal texts.
  fileprivate static var forValues: JSONEncoder {
    let encoder = JSONEncoder.forStorage()
    encoder.outputFormatting = [.sortedKeys]
    return encoder
  }
}
