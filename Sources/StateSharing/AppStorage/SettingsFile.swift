import Foundation
import IssueReporting
import Locks

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
  /// The state of the file that was read or written last; nil if there was none, or if its metadata can't tell it from a later one.
  private let seen = Locked<FileStamp?>(nil)

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

  func read() throws -> [String: AppStorageValue] {
    let file = try DurableFile(url.path, layer: layer)
    guard let contents = try file.read(limit: 1 << 28) else {
      seen.withLock { $0 = nil }
      return [:]
    }
    note(contents.stamp)
    return try contents.data.isEmpty ? [:] : JSONDecoder().decode([String: AppStorageValue].self, from: contents.data)
  }

  /// Reads the file if it is not the one that was read or written here last.
  func readIfForeign() throws -> [String: AppStorageValue]? {
    let stamp = try layer.stamp(url.path)
    if let stamp, stamp == seen.withLock({ $0 }) { return nil }
    return try read()
  }

  private func note(_ stamp: FileStamp) {
    seen.withLock { $0 = stamp.isConclusive ? stamp : nil }
  }

  /// Changes some settings in the file, and leaves the others as they are.
  ///
  /// - Returns: What is in the file then.
  func write(_ changes: [Change]) throws -> [String: AppStorageValue] {
    do {
      let file = try DurableFile(url.path, layer: layer)
      let lock = try FileLock(for: file).acquire(deadline: .now + .seconds(5))
      defer { lock.unlock() }
      var values: [String: AppStorageValue]
      do {
        values = try read()
      } catch let error as DecodingError {
        let aside = try file.keepAside()
        if !isTesting { reportIssue(SharedStorageError.corrupt(path: file.path, keptAt: aside, underlying: error)) }
        values = [:]
      }
      if changes.isEmpty { return values }
      for change in changes where !change.isDefault || values[change.key] == nil { values[change.key] = change.value }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys]
      note(try file.write(try encoder.encode(values)))
      return values
    } catch let error as SystemCallError {
      throw SharedStorageError.notWritable(path: url.path, underlying: error)
    }
  }
}
