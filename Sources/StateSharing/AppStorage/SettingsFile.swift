@_spi(Internals) import CounterpointSupport
@_spi(Internals) import DurableFiles
import Foundation
import IssueReporting

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A file of settings, which several processes may change.
final class SettingsFile: Sendable {
  /// A setting to write or remove.
  struct Change: Sendable {
    let key: String
    let value: AppStorageValue?
    /// Whether the value is a default, which does not replace a stored value.
    let isDefault: Bool
  }

  let url: URL
  private let layer: FileLayer
  /// The metadata of the file that was last read or written; nil if there was no file, or if a later state of the file
  /// may have the same metadata.
  private let seen = Locked<FileStamp?>(nil)

  /// Whether this process has written the file.
  private let isWritten = Locked(false)

  init(url: URL, layer: FileLayer) {
    self.url = url
    self.layer = layer
  }

  convenience init(suiteName: String, layer: FileLayer) {
    let environment = ProcessInfo.processInfo.environment
    let folder: URL
    if let configured = environment["XDG_CONFIG_HOME"], configured.hasPrefix("/") {
      folder = URL(fileURLWithPath: configured)
    } else {
      folder = FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".config")
    }
    self.init(url: folder.appendingPathComponent("\(suiteName).settings.json"), layer: layer)
  }

  /// Reads the file.
  func read() throws -> StoredSettings {
    try read(ResolvedFile(url.path, layer: layer)).stored
  }

  private func read(_ file: ResolvedFile) throws -> (stored: StoredSettings, contents: ResolvedFile.Contents?) {
    guard let contents = try file.read(limit: 1 << 28) else {
      seen.withLock { $0 = nil }
      return (StoredSettings(), nil)
    }
    note(contents.stamp)
    if contents.data.isEmpty { return (StoredSettings(), contents) }
    return (try JSONDecoder.forStorage().decode(StoredSettings.self, from: contents.data), contents)
  }

  /// Reads the file if another process may have changed it since the last read or write; `nil` if not.
  func readIfForeign() throws -> StoredSettings? {
    let stamp = try layer.stamp(url.path)
    if let stamp, stamp == seen.withLock({ $0 }) { return nil }
    return try read()
  }

  /// Returns the error for a file that could not be read.
  func problem(for error: any Error) -> SharedStorageError {
    switch error {
    case let error as DurableFileError: SharedStorageError(error)
    case let error as DecodingError: .corrupt(path: url.path, keptAt: nil, underlying: error)
    default: .notReadable(path: url.path, underlying: error)
    }
  }

  /// Removes temporary files that a crash has left behind.
  func removeStale() {
    try? ResolvedFile(url.path, layer: layer).removeStaleUnlessLocked()
  }

  /// Calls a function, on the watcher's thread, whenever the file may have changed.
  func watch(onEvent: @escaping @Sendable () -> Void) -> FileSubscription {
    DurableFile(url, layer: layer).watch(onEvent: onEvent)
  }

  private func note(_ stamp: FileStamp) {
    seen.withLock { $0 = stamp.isConclusive ? stamp : nil }
  }

  /// Changes some settings in the file, and preserves the others.
  ///
  /// - Parameters:
  ///   - changes: The settings to change.
  ///   - known: All settings in memory. They replace a file that can't be decoded at all.
  /// - Returns: The new contents of the file.
  func write(_ changes: [Change], known: [String: AppStorageValue]) throws -> StoredSettings {
    do {
      let file = try ResolvedFile(url.path, layer: layer)
      let lock = try FileLock(for: file).acquire(deadline: .now + .seconds(5))
      defer { lock.unlock() }
      if !isWritten.withLock({ $0 }) { file.removeStale() }
      for _ in 0..<Self.attempts {
        if let stored = try write(changes, known: known, to: file) { return stored }
      }
      throw SystemCallError(
        call: .rename,
        path: file.path,
        code: EBUSY,
        detail: "Another program keeps changing the file"
      )
    } catch let error as SystemCallError {
      throw SharedStorageError.notWritable(path: url.path, underlying: error)
    } catch let error as DurableFileError {
      throw SharedStorageError(error)
    }
  }

  /// The limit of attempts of one write. A foreign change during an attempt makes it start again.
  private static let attempts = 10

  /// Merges the changes with the file's settings, and writes them. Must be called under the file's lock.
  ///
  /// - Returns: `nil` if another program has changed the file meanwhile. Nothing is written then.
  private func write(
    _ changes: [Change],
    known: [String: AppStorageValue],
    to file: ResolvedFile
  ) throws -> StoredSettings? {
    var stored: StoredSettings
    var contents: ResolvedFile.Contents?
    do {
      (stored, contents) = try read(file)
      if let contents, changes.contains(where: { !$0.isDefault && stored.damaged[$0.key] != nil }) {
        let reason = DamagedSetting.Problem(description: "An entry is damaged")
        report(file, try file.quarantineCopy(of: contents.data), reason)
      }
    } catch let error as DecodingError {
      report(file, try file.quarantine(), error)
      stored = StoredSettings(values: known)
    }
    for change in changes {
      if change.isDefault, stored.values[change.key] != nil || stored.damaged[change.key] != nil { continue }
      stored.values[change.key] = change.value
      stored.damaged[change.key] = nil
    }
    let encoder = JSONEncoder.forStorage()
    encoder.outputFormatting = [.sortedKeys]
    guard let stamp = try file.write(try encoder.encode(stored), replacing: contents?.stamp) else { return nil }
    note(stamp)
    isWritten.withLock { $0 = true }
    return stored
  }

  /// Reports the new path of damaged contents. Outside of tests, `loadError` may not be read before the write clears
  /// it.
  private func report(_ file: ResolvedFile, _ quarantined: String, _ error: any Error) {
    if !isTesting { reportIssue(SharedStorageError.corrupt(path: file.path, keptAt: quarantined, underlying: error)) }
  }
}

/// The contents of a settings file.
struct StoredSettings: Sendable {
  var values: [String: AppStorageValue] = [:]
  /// The entries that can't be decoded. They are preserved until the program sets them.
  var damaged: [String: DamagedSetting] = [:]
}

/// An entry that can't be decoded as a setting, for example because its type is unknown to this version of the library.
struct DamagedSetting: Hashable, Sendable {
  let json: JSONValue
  let reason: String

  /// The reason as an error.
  struct Problem: Error, CustomStringConvertible {
    let description: String
  }
}

extension StoredSettings: Codable {
  private enum Entry: Codable {
    case value(AppStorageValue)
    case damaged(DamagedSetting)

    init(from decoder: any Decoder) throws {
      do {
        self = .value(try AppStorageValue(from: decoder))
      } catch {
        self = .damaged(DamagedSetting(json: try JSONValue(from: decoder), reason: "\(error)"))
      }
    }

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .value(let value): try value.encode(to: encoder)
      case .damaged(let setting): try setting.json.encode(to: encoder)
      }
    }
  }

  init(from decoder: any Decoder) throws {
    for (key, entry) in try [String: Entry](from: decoder) {
      switch entry {
      case .value(let value): values[key] = value
      case .damaged(let setting): damaged[key] = setting
      }
    }
  }

  func encode(to encoder: any Encoder) throws {
    let entries = values.mapValues(Entry.value).merging(damaged.mapValues(Entry.damaged)) { value, _ in value }
    try entries.encode(to: encoder)
  }
}

/// Any JSON value, preserved as it was read.
enum JSONValue: Hashable, Codable, Sendable {
  case null
  case bool(Bool)
  case number(Decimal)
  /// A number that is out of the range of `Decimal`.
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Decimal.self) {
      self = .number(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
