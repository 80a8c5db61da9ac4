public import Foundation

extension SharedReaderKey {
  /// A value in a file, as JSON.
  ///
  /// A file that is missing or empty gives the default. One that can't be read or holds something else is left as it is: the
  /// default is used and `loadError` says why; the first write moves such bytes aside.
  ///
  /// - Parameters:
  ///   - url: The file. Its folder is made with the first write.
  ///   - decoder: Reads the value.
  ///   - encoder: Writes the value.
  ///   - mode: When changes are written.
  ///   - onConflict: Which of two changes wins, if somebody else changes the file.
  public static func fileStorage<Value: Codable & Sendable>(
    _ url: URL,
    decoder: JSONDecoder? = nil,
    encoder: JSONEncoder? = nil,
    mode: FileStorageMode = .throttled,
    onConflict: FileConflictPolicy = .reload
  ) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(url, coder: FileCoder(decoder: decoder, encoder: encoder), mode: mode, policy: onConflict)
  }

  /// A value in a file, in a form of your own.
  ///
  /// - Parameters:
  ///   - url: The file. Its folder is made with the first write.
  ///   - mode: When changes are written.
  ///   - onConflict: Which of two changes wins, if somebody else changes the file.
  ///   - decode: Reads the value.
  ///   - encode: Writes the value.
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

  /// A value in a file whose form has changed over time.
  ///
  /// Files hold the number of their form, `{"payload": …, "version": 3}`; one without is of version 0. An older file is
  /// brought up to date when it is loaded and written in the new form with the first save; a newer one is refused: the default
  /// is used, `loadError` is a ``SharedStorageError/newerSchema(path:found:supported:)``, and nothing is ever written over it.
  ///
  /// - Parameters:
  ///   - url: The file. Its folder is made with the first write.
  ///   - version: The form that this program writes.
  ///   - migrations: What turns the JSON of a version into that of the next, by the version that it begins with. A version
  ///     without one needs no change.
  ///   - eager: Whether an older file is written in the new form as soon as it is loaded.
  ///   - decoder: Reads the value.
  ///   - encoder: Writes the value.
  ///   - mode: When changes are written.
  ///   - onConflict: Which of two changes wins, if somebody else changes the file.
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
