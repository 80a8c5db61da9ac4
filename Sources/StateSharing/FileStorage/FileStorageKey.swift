@_spi(Internals) import CounterpointSupport
import DependencyInjection
public import Foundation

/// The time at which changes are written to the file.
public enum FileStorageMode: Hashable, Sendable {
  /// Writes the first change at once, and combines later ones, at most once a second. Writes happen on another thread,
  /// so `withLock` does not wait for a disk, except with a key of your own that wraps this one. A crash can lose the
  /// last second. A normal end of the program, and `save()`, lose nothing.
  case throttled
  /// Writes each change before `withLock` returns, unless another process has changed the file since this process last
  /// read it: see ``FileConflictPolicy``.
  ///
  /// Under ``FileConflictPolicy/reload``, no acknowledged write is overwritten unread by a process with this library:
  /// if two processes change one value, one gets a conflict. ``transactional`` makes both changes.
  case immediate
  /// Makes each change in a transaction: it changes the stored value, which is durable when `withLock` returns.
  case transactional
}

/// The change that wins if another program has changed the file before a local change was written.
public enum FileConflictPolicy: Hashable, Sendable {
  /// The change of the other process. The reference adopts it, and the change here is lost: it is in `saveError` as a
  /// ``SharedStorageError/externalConflict(path:lost:)``, and the next `save()` throws it.
  case reload
  /// The change that is written last.
  case lastWriterWins
}

/// The key of a value in a file: `.fileStorage(url)`.
///
/// A write is durable: it writes a temporary file and renames it, and synchronizes both with the disk. It takes as long
/// as the disk, and blocks the thread that changes the value in the modes ``FileStorageMode/immediate`` and
/// ``FileStorageMode/transactional``. In the mode ``FileStorageMode/throttled``, and for a call of `save()`, it happens
/// on a thread that no task needs, as a call of `load()` does. The first read of a file blocks the thread that declares
/// the value.
///
/// The check for a foreign change and the replacement happen under a lock that other processes with this library
/// respect. In every mode a write therefore costs an `open`, a `flock`, a `close`, and a comparison of the file's
/// metadata. That is cheap compared with the two `fsync` calls. A program that does not take the lock can still change
/// the file between the check and the replacement.
///
/// The last known bytes of the file are kept in memory, because metadata alone does not reveal each change.
public final class FileStorageKey<Value: Sendable>: TransactionalSharedKey, RevisionedKey {
  let url: URL
  /// The location without links in its folders, when the key was created. It identifies the value.
  private let canonicalURL: URL
  let storage: FileStorage
  let coder: FileCoder<Value>
  let mode: FileStorageMode
  let policy: FileConflictPolicy
  let isEager: Bool

  let known = KnownFileState()
  let schedule = Locked(WriteSchedule<Value>())
  /// Held for each write.
  let writing = ExclusiveLock()
  let subscriber = Locked<SharedSubscriber<Value>?>(nil)
  let pendingWrites: PendingWrites

  init(
    _ url: URL,
    coder: FileCoder<Value>,
    mode: FileStorageMode,
    policy: FileConflictPolicy,
    isEager: Bool = false
  ) {
    storage = DependencyValues._current.defaultFileStorage
    pendingWrites = DependencyValues._current.pendingWrites
    self.url = storage.backend.standardized(url)
    canonicalURL = storage.backend.canonical(url)
    self.coder = coder
    self.mode = mode
    self.policy = policy
    self.isEager = isEager
  }

  /// The file and the storage.
  public var id: FileStorageKeyID { FileStorageKeyID(url: canonicalURL, storage: storage) }

  /// Whether changes are transactions with other processes.
  public var isTransactional: Bool { mode == .transactional }

  func conflict(losing value: Value) -> SharedStorageError? {
    policy == .reload && !isTransactional ? .externalConflict(path: path, lost: value) : nil
  }

  var backend: any FileBackend { storage.backend }
  var path: String { url.path }
  static var lockTimeout: Duration { .seconds(5) }
}

extension FileStorageKey: CustomStringConvertible {
  /// The key as it is written in code: `.fileStorage(file:///…)`.
  public var description: String { ".fileStorage(\(url.absoluteString))" }
}

/// A key of a place in the file system, whose path differs between machines.
protocol KeyOfPlace: Sendable {
  /// The key with a path that is the same on every machine; `nil` if its description is.
  var recordedName: String? { get }
}

extension FileStorageKey: KeyOfPlace {
  var recordedName: String? { portablePath(of: url.path).map { ".fileStorage(\($0))" } }
}

/// Returns the path of a file in the user's folders as a shell writes it: `$XDG_DATA_HOME/notes.json`, `~/notes.json`;
/// `nil` for other files.
///
/// - Parameters:
///   - path: The absolute path.
///   - environment: The environment of the process.
func portablePath(
  of path: String,
  environment: [String: String] = ProcessInfo.processInfo.environment
) -> String? {
  let home = FileManager.default.homeDirectoryForCurrentUser.path
  let folders = [
    ("XDG_STATE_HOME", ".local/state"), ("XDG_DATA_HOME", ".local/share"), ("XDG_CONFIG_HOME", ".config"),
    ("XDG_CACHE_HOME", ".cache"),
  ]
  let places = folders.map { variable, standard in
    let configured = environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return ("$\(variable)", configured ?? "\(home)/\(standard)")
  }
  for (name, folder) in places + [("~", home)] {
    // A home folder of services is the root or has no name.
    let folder = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    if !folder.isEmpty, path.hasPrefix(folder + "/") { return name + path.dropFirst(folder.count) }
  }
  return nil
}

/// The identity of a file: its path and its storage.
public struct FileStorageKeyID: Hashable, Sendable {
  let url: URL
  let storage: FileStorage
}

extension SharedReaderKey {
  /// Returns the key of a value in a JSON file.
  ///
  /// A missing or empty file gives the default. If a file can't be read or decoded, the default is used, and
  /// `loadError` has the reason. The first write moves a file that can't be decoded to another name. A file that can't
  /// be read is left unchanged until `save()`, which moves it.
  ///
  /// - Parameters:
  ///   - url: The file. The first write creates its folder.
  ///   - decoder: Decodes the value. The default reads the strings "#nan", "#inf" and "#-inf" as numbers.
  ///   - encoder: Encodes the value. The default writes NaN and the infinities as these strings.
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
