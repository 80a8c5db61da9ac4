import CounterpointSupport
import Foundation
import IssueReporting

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The file that settings are kept in, which several processes may change.
final class SettingsFile: Sendable {
  /// A setting that is to be written, or removed.
  struct Change: Sendable {
    let key: String
    let value: AppStorageValue?
    /// Whether a value that is there already stays.
    let isDefault: Bool
  }

  let url: URL
  private let layer: FileLayer
  /// The state of the file that was read or written last; nil if there was none, or if its metadata can't tell it from
  /// a later one.
  private let seen = Locked<FileStamp?>(nil)

  /// Whether the file has been written here.
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
    try read(DurableFile(url.path, layer: layer)).stored
  }

  private func read(_ file: DurableFile) throws -> (stored: StoredSettings, contents: DurableFile.Contents?) {
    guard let contents = try file.read(limit: 1 << 28) else {
      seen.withLock { $0 = nil }
      return (StoredSettings(), nil)
    }
    note(contents.stamp)
    if contents.data.isEmpty { return (StoredSettings(), contents) }
    return (try JSONDecoder().decode(StoredSettings.self, from: contents.data), contents)
  }

  /// Reads the file if it is not the one that was read or written here last.
  func readIfForeign() throws -> StoredSettings? {
    let stamp = try layer.stamp(url.path)
    if let stamp, stamp == seen.withLock({ $0 }) { return nil }
    return try read()
  }

  /// The error for a file that could not be read.
  func problem(for error: any Error) -> SharedStorageError {
    switch error {
    case let error as SharedStorageError: error
    case let error as DecodingError: .corrupt(path: url.path, keptAt: nil, underlying: error)
    default: .notReadable(path: url.path, underlying: error)
    }
  }

  /// Removes what a crash has left behind beside the file.
  func removeStale() {
    try? DurableFile(url.path, layer: layer).removeStaleUnlessLocked()
  }

  private func note(_ stamp: FileStamp) {
    seen.withLock { $0 = stamp.isConclusive ? stamp : nil }
  }

  /// Changes some settings in the file, and leaves the others as they are.
  ///
  /// - Parameters:
  ///   - changes: The settings to change.
  ///   - known: All settings that are known here: they take the place of a file that is damaged as a whole.
  /// - Returns: What is in the file then.
  func write(_ changes: [Change], known: [String: AppStorageValue]) throws -> StoredSettings {
    do {
      let file = try DurableFile(url.path, layer: layer)
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
    }
  }

  /// How often a write begins again because a program without the lock has changed the file meanwhile.
  private static let attempts = 10

  /// Merges the changes with the file's settings, and writes them. Must be called under the file's lock.
  ///
  /// - Returns: `nil` if another program has changed the file meanwhile. Nothing is written then.
  private func write(
    _ changes: [Change],
    known: [String: AppStorageValue],
    to file: DurableFile
  ) throws -> StoredSettings? {
    var stored: StoredSettings
    var contents: DurableFile.Contents?
    do {
      (stored, contents) = try read(file)
      if let contents, changes.contains(where: { !$0.isDefault && stored.damaged[$0.key] != nil }) {
        let reason = DamagedSetting.Problem(description: "An entry is damaged")
        report(file, try file.keepCopyAside(contents.data), reason)
      }
    } catch let error as DecodingError {
      report(file, try file.keepAside(), error)
      stored = StoredSettings(values: known)
    }
    for change in changes {
      if change.isDefault, stored.values[change.key] != nil || stored.damaged[change.key] != nil { continue }
      stored.values[change.key] = change.value
      stored.damaged[change.key] = nil
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    guard let stamp = try file.write(try encoder.encode(stored), replacing: contents?.stamp) else { return nil }
    note(stamp)
    isWritten.withLock { $0 = true }
    return stored
  }

  /// Reports where damaged bytes have been kept. In a program nothing may read `loadError` before the write clears it.
  private func report(_ file: DurableFile, _ aside: String, _ error: any Error) {
    if !isTesting { reportIssue(SharedStorageError.corrupt(path: file.path, keptAt: aside, underlying: error)) }
  }
}
