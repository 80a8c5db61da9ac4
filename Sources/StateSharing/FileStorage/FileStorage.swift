@_spi(Internals) package import CounterpointSupport
public import DependencyInjection
@_spi(Internals) package import DurableFiles
public import Foundation

/// The storage of `.fileStorage` keys: the file system, or a dictionary in tests.
public struct FileStorage: Hashable, Sendable {
  let backend: any FileBackend

  /// The file system. Writes are durable, and foreign changes are noticed.
  public static let fileSystem = FileStorage(
    backend: DiskFiles(layer: FileLayer(), clock: ContinuousClock(), grace: .usual)
  )

  /// A new, empty storage in memory. Each use of this property creates one.
  public static var inMemory: Self { Self(backend: MemoryFiles(Locked([:]), clock: nil)) }

  /// A new, empty storage in memory, for tests.
  public static var testValue: Self { inMemory }

  /// Returns a storage in memory that a test can inspect.
  ///
  /// - Parameters:
  ///   - fileSystem: The files.
  ///   - clock: The clock for pauses between writes; without one there are no pauses.
  package static func inMemory(fileSystem: Locked<[URL: Data]>, clock: (any Clock<Duration>)? = nil) -> Self {
    Self(backend: MemoryFiles(fileSystem, clock: clock))
  }

  /// Returns the file system, with system calls that a test can fail.
  ///
  /// - Parameters:
  ///   - layer: The system calls.
  ///   - clock: The clock for pauses between writes; without one there are no pauses.
  ///   - limit: The maximum size of a file in bytes.
  ///   - grace: The time for which a file that has vanished may still be replaced, and its clock.
  ///   - watcher: Reports changes by other programs.
  package static func disk(
    layer: FileLayer,
    clock: (any Clock<Duration>)? = ContinuousClock(),
    limit: Int = 1 << 28,
    grace: (duration: Duration, clock: any Clock<Duration>)? = nil,
    watcher: FileWatcher = .shared
  ) -> Self {
    let grace = grace.map { Grace(duration: $0.duration, clock: $0.clock) } ?? .none
    return Self(backend: DiskFiles(layer: layer, clock: clock, limit: limit, grace: grace, watcher: watcher))
  }

  /// Returns a storage in memory with the same files, whose changes don't affect this one; `nil` for the file system.
  package func copyInMemory() -> Self? {
    (backend as? MemoryFiles).map { Self(backend: $0.copy()) }
  }

  /// Whether both are the same storage.
  public static func == (left: Self, right: Self) -> Bool {
    left.backend === right.backend
  }

  /// Hashes the storage's identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(backend))
  }
}

extension DependencyValues {
  /// The storage of `.fileStorage` keys: the file system in the program, a storage in memory for each test.
  public var defaultFileStorage: FileStorage {
    get { self[FileStorageDependency.self] }
    set { self[FileStorageDependency.self] = newValue }
  }
}

private enum FileStorageDependency: DependencyKey {
  static var liveValue: FileStorage { .fileSystem }
  static var previewValue: FileStorage { .inMemory }
  static var testValue: FileStorage { .inMemory }
}

/// Encodes and decodes values, and migrates older formats.
@_spi(Internals) public struct FileCoder<Value>: Sendable {
  /// Returns the value, and whether it was stored in an older format.
  public let decode: @Sendable (Data) throws -> (value: Value, isOld: Bool)
  /// Returns the bytes of a value.
  public let encode: @Sendable (Value) throws -> Data
}

extension FileCoder where Value: Codable & SendableMetatype {
  /// A coder for files without a schema version.
  public init(decoder: JSONDecoder?, encoder: JSONEncoder?) {
    decode = { (try (decoder ?? .forStorage()).decode(Value.self, from: $0), false) }
    encode = { try (encoder ?? .forFiles).encode($0) }
  }

  /// A coder for files with a schema version: `{"payload": …, "version": 3}`. A file without one has version 0.
  public init(
    path: String,
    version: Int,
    migrations: [Int: @Sendable (Data) throws -> Data],
    decoder: JSONDecoder?,
    encoder: JSONEncoder?
  ) {
    decode = { data in
      let decoder = decoder ?? .forStorage()
      var payload = data
      var found = 0
      if let envelope = try JSONSerialization.jsonObject(with: data, options: [.fragmentsAllowed]) as? [String: Any],
        Set(envelope.keys) == ["payload", "version"], let number = envelope["version"].flatMap(schemaVersion)
      {
        found = number
        guard found <= version else {
          throw SharedStorageError.newerSchema(path: path, found: found, supported: version)
        }
        payload = try JSONSerialization.data(
          withJSONObject: envelope["payload"] ?? NSNull(),
          options: [.fragmentsAllowed]
        )
      }
      for step in found..<version {
        if let migrate = migrations[step] { payload = try migrate(payload) }
      }
      return (try decoder.decode(Value.self, from: payload), found < version)
    }
    encode = { try (encoder ?? .forFiles).encode(Envelope(version: version, payload: $0)) }
  }
}

/// Returns a schema version, or nil if the number is negative or invalid. A number that is too large becomes the
/// largest.
private func schemaVersion(_ number: Any) -> Int? {
  if let number = number as? Int { return number < 0 ? nil : number }
  if number is UInt64 { return .max }
  if let number = number as? Double, number >= Double(Int.max) { return .max }
  return nil
}

private struct Envelope<Payload: Encodable>: Encodable {
  let version: Int
  let payload: Payload
}

extension JSONEncoder {
  /// Readable and in a stable order in debug builds, compact in release.
  fileprivate static var forFiles: JSONEncoder {
    let encoder = JSONEncoder.forStorage()
    #if DEBUG
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    #endif
    return encoder
  }
}
