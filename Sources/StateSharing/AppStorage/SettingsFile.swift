@_spi(Internals) import CounterpointSupport
@_spi(Internals) import DurableFiles
import Foundation

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
    let key: ExactString
    let value: AppStorageValue?
  }

  let url: URL
  let layer: FileLayer
  /// The maximum size in bytes, for reads and for writes.
  private let limit: Int
  /// The time for which a file that has vanished may still be replaced.
  let grace: Grace
  /// The metadata of the file that was last read or written; nil if there was no file, or if a later state of the file
  /// may have the same metadata.
  private let seen = Locked<FileStamp?>(nil)

  /// Whether this process has written the file.
  private let isWritten = Locked(false)

  /// Whether this process has quarantined the file and has not yet written another one. Its settings are then those in
  /// memory.
  private let isQuarantined = Locked(false)
  /// The contents of the file that were copied last, because they are damaged, and the path of the copy.
  private let copied = Locked<(data: Data, path: String)?>(nil)

  init(url: URL, layer: FileLayer, limit: Int = 1 << 28, grace: Grace) {
    self.url = url
    self.layer = layer
    self.limit = limit
    self.grace = grace
  }

  convenience init(suiteName: String, layer: FileLayer) {
    let environment = ProcessInfo.processInfo.environment
    let folder: URL
    if let configured = environment["XDG_CONFIG_HOME"], configured.hasPrefix("/") {
      folder = URL(fileURLWithPath: configured)
    } else {
      folder = FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".config")
    }
    self.init(url: folder.appendingPathComponent("\(suiteName).settings.json"), layer: layer, grace: .usual)
  }

  /// Reads the file; `nil` if it is empty, because a program that writes it in place may not have finished, or has
  /// crashed; also `nil` if it is quarantined.
  func read() throws -> StoredSettings? {
    try read(ResolvedFile(url.path, layer: layer)).stored
  }

  private func read(_ file: ResolvedFile) throws -> (stored: StoredSettings?, contents: ResolvedFile.Contents?) {
    var contents = try file.read(limit: limit)
    // Another program may have created the file again since, or a file system has said so in error.
    if contents == nil, !isMissing { contents = try file.read(limit: limit) }
    guard let contents else {
      seen.withLock { $0 = nil }
      return (isQuarantined.withLock { $0 } ? nil : StoredSettings(), nil)
    }
    isQuarantined.withLock { $0 = false }
    note(contents.stamp)
    return (contents.data.isEmpty ? nil : try StoredSettings(contents.data), contents)
  }

  /// Whether there is no file. If that can't be read, there may be one.
  var isMissing: Bool { (try? layer.stamp(url.path)) == .some(nil) }

  /// There is no file, but another program may be replacing it.
  struct Vanished: Error {}

  /// Reads the file if another process may have changed it since the last read or write; `nil` if not.
  ///
  /// - Parameter isFinalAttempt: Whether a missing file is deleted. Otherwise it is an error, because another program
  ///   may be replacing it.
  func readIfForeign(isFinalAttempt: Bool) throws -> StoredSettings? {
    let stamp = try layer.stamp(url.path)
    if let stamp, stamp == seen.withLock({ $0 }) { return nil }
    let (stored, contents) = try read(ResolvedFile(url.path, layer: layer))
    if contents == nil, !isFinalAttempt, grace.duration > .zero { throw Vanished() }
    return stored
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

  /// Calls a function, on a thread that no task needs, whenever the file may have changed.
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
  ///   - known: All settings in memory. They replace a file that is empty, or can't be decoded at all, also if the
  ///     write after its quarantine has failed.
  ///   - onQuarantine: Receives the new path of damaged contents, as an error. `loadError` may not be read before the
  ///     write clears it.
  /// - Returns: The new contents of the file.
  func write(
    _ changes: [Change],
    known: [ExactString: AppStorageValue],
    onQuarantine: (SharedStorageError) -> Void
  ) throws -> StoredSettings {
    // Another program may be replacing the file by removing and creating it.
    if known.count > changes.count { grace.wait { !isMissing } }
    do {
      let file = try ResolvedFile(url.path, layer: layer)
      let lock = try FileLock(for: file).acquire(isRequired: false, deadline: .now + .seconds(5))
      defer { lock.unlock() }
      if !isWritten.withLock({ $0 }) { file.removeStale() }
      for _ in 0..<Self.attempts {
        if let stored = try write(changes, known: known, to: file, onQuarantine) { return stored }
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

  /// Copies damaged contents, unless an attempt to write the file has done so already. Its copies would take the place
  /// of earlier ones.
  ///
  /// - Returns: The path of the copy.
  private func copy(_ data: Data, of file: ResolvedFile) throws -> String {
    if let last = copied.withLock({ $0 }), last.data == data, (try? layer.stamp(last.path)) != .some(nil) {
      return last.path
    }
    let path = try file.quarantineCopy(of: data)
    copied.withLock { $0 = (data, path) }
    return path
  }

  /// The limit of attempts of one write. A foreign change during an attempt makes it start again.
  private static let attempts = 10

  /// Merges the changes with the file's settings, and writes them. Must be called under the file's lock.
  ///
  /// - Returns: `nil` if another program has changed the file meanwhile. Nothing is written then.
  private func write(
    _ changes: [Change],
    known: [ExactString: AppStorageValue],
    to file: ResolvedFile,
    _ onQuarantine: (SharedStorageError) -> Void
  ) throws -> StoredSettings? {
    var stored: StoredSettings
    var contents: ResolvedFile.Contents?
    do {
      let found: StoredSettings?
      (found, contents) = try read(file)
      stored = found ?? StoredSettings(values: known)
      if let contents, changes.contains(where: { stored.damaged[$0.key] != nil }) {
        let reason = DamagedSetting.Problem(description: "An entry is damaged")
        onQuarantine(.corrupt(path: file.path, keptAt: try copy(contents.data, of: file), underlying: reason))
      }
    } catch let error as DecodingError {
      onQuarantine(.corrupt(path: file.path, keptAt: try file.quarantine(), underlying: error))
      isQuarantined.withLock { $0 = true }
      stored = StoredSettings(values: known)
    }
    for change in changes {
      stored.values[change.key] = change.value
      stored.damaged[change.key] = nil
    }
    let data = try stored.encoded()
    // A larger file could never be read again.
    if data.count > limit { throw DurableFileError.tooLarge(path: file.path, size: data.count, limit: limit) }
    guard let stamp = try file.write(data, replacing: contents?.stamp) else { return nil }
    note(stamp)
    isWritten.withLock { $0 = true }
    isQuarantined.withLock { $0 = false }
    copied.withLock { $0 = nil }
    return stored
  }
}
