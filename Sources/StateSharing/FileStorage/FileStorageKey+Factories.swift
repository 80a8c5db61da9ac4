public import Foundation

extension SharedReaderKey {
  /// Returns the key of a value in a JSON file.
  ///
  /// A missing or empty file gives the default. A file that can't be read or decoded is left unchanged: the default
  /// is used, and `loadError` has the reason. The first write moves the damaged file aside.
  ///
  /// - Parameters:
  ///   - url: The file. The first write creates its folder.
  ///   - decoder: Decodes the value.
  ///   - encoder: Encodes the value.
  ///   - mode: The time of writes.
  ///   - onConflict: The change that wins a conflict with another program.
  public static func fileStorage<Value: Codable & Sendable>(
    _ url: URL,
    decoder: JSONDecoder? = nil,
    encoder: JSONEncoder? = nil,
    mode: FileStorageMode = .throttled,
    onConflict: FileConflictPolicy = .reload
  ) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(url, coder: FileCoder(decoder: decoder, encoder: encoder), mode: mode, policy: onConflict)
  }

  /// Returns the key of a value in a file with a custom format.
  ///
  /// - Parameters:
  ///   - url: The file. The first write creates its folder.
  ///   - mode: The time of writes.
  ///   - onConflict: The change that wins a conflict with another program.
  ///   - decode: Decodes the value.
  ///   - encode: Encodes the value.
  public static func fileStorage<Value>(
    _ url: URL,
    mode: FileStorageMode = .throttled,
    onConflict: FileConflictPolicy = .reload,
    decode: @escaping @Sendable (Data) throws -> Value,
    encode: @escaping @Sendable (Value) throws -> Data
  ) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(
      url,
      coder: FileCoder(decode: { (try decode($0), false) }, encode: encode),
      mode: mode,
      policy: onConflict
    )
  }

  /// Returns the key of a value in a file with a versioned format.
  ///
  /// Files contain the version of their schema, `{"payload": …, "version": 3}`; a file without one has version 0. An
  /// older file is migrated when it is loaded, and written in the new format with the first save. A newer file is
  /// refused: the default is used, `loadError` is a ``SharedStorageError/newerSchema(path:found:supported:)``, and
  /// the file is never overwritten.
  ///
  /// - Parameters:
  ///   - url: The file. The first write creates its folder.
  ///   - version: The version that this program writes.
  ///   - migrations: Functions that migrate the JSON of a version to the next, by the version that they start from. A
  ///     version without one needs no change.
  ///   - eager: Whether an older file is written in the new format as soon as it is loaded.
  ///   - decoder: Decodes the value.
  ///   - encoder: Encodes the value.
  ///   - mode: The time of writes.
  ///   - onConflict: The change that wins a conflict with another program.
  public static func fileStorage<Value: Codable & Sendable>(
    _ url: URL,
    version: Int,
    migrations: [Int: @Sendable (Data) throws -> Data],
    eager: Bool = false,
    decoder: JSONDecoder? = nil,
    encoder: JSONEncoder? = nil,
    mode: FileStorageMode = .throttled,
    onConflict: FileConflictPolicy = .reload
  ) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(
      url,
      coder: FileCoder(path: url.path, version: version, migrations: migrations, decoder: decoder, encoder: encoder),
      mode: mode,
      policy: onConflict,
      isEager: eager
    )
  }
}
