package import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A file that is replaced atomically, and is durable when a write returns.
package struct DurableFile: Sendable {
  /// The prefix of temporary files and locks, which watchers ignore.
  static let prefix = ".counterpoint-"

  let layer: FileLayer
  /// The path of the file. If the original path was a link, its target.
  let path: String
  /// The error for an object at the path that is not a regular file.
  let obstacle: SystemCallError?

  var folder: String { (path as NSString).deletingLastPathComponent }
  var name: String { (path as NSString).lastPathComponent }

  package init(_ path: String, layer: FileLayer) throws {
    self.layer = layer
    var path = path
    var existing: FileStamp?
    // The maximum number of links that Linux follows.
    for _ in 0..<40 {
      existing = try layer.stamp(path, followingLinks: false)
      guard existing?.isLink == true else { break }
      path = try layer.target(ofLink: path)
    }
    self.path = path
    obstacle = existing.flatMap { Self.obstacle($0, path, .open) }
  }

  private static func obstacle(_ stamp: FileStamp, _ path: String, _ call: SystemCall.Name) -> SystemCallError? {
    if stamp.isRegularFile { return nil }
    if stamp.isDirectory { return SystemCallError(call: call, path: path, code: EISDIR) }
    return SystemCallError(call: call, path: path, code: EINVAL, detail: "This is not a regular file")
  }

  package struct Contents {
    package let data: Data
    let stamp: FileStamp
  }

  /// Reads the file, or nil if there is none.
  ///
  /// Only regular files are read, because opening a pipe or a device may block or have side effects.
  package func read(limit: Int) throws -> Contents? {
    guard let existing = try layer.stamp(path) else { return nil }
    try requireRegular(existing, .read)
    let file: Int32
    do {
      file = try layer.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
    } catch let error as SystemCallError where error.code == ENOENT || error.code == ENOTDIR {
      return nil
    }
    let result = Result {
      let stamp = try layer.stamp(of: file, path)
      // Another process may have replaced the file since.
      try requireRegular(stamp, .read)
      guard stamp.size <= limit, let data = try layer.readAll(file, path, limit: limit) else {
        throw SharedStorageError.tooLarge(path: path, size: max(Int(stamp.size), limit + 1), limit: limit)
      }
      return Contents(data: data, stamp: stamp)
    }
    try? layer.close(file, path)
    return try result.get()
  }

  private func requireRegular(_ stamp: FileStamp, _ call: SystemCall.Name) throws {
    if let obstacle = Self.obstacle(stamp, path, call) { throw obstacle }
  }

  /// Throws if the file may not be replaced. The system does not check this: renaming another file to the path needs no
  /// permission for the file.
  private func requireReplaceable() throws -> FileStamp? {
    guard let existing = try layer.stamp(path) else { return nil }
    try requireRegular(existing, .rename)
    // The superuser may write to a write-protected file, so its mode is checked as well.
    if existing.mode & 0o222 == 0 { throw SystemCallError(call: .access, path: path, code: EACCES) }
    try layer.requireWriteAccess(path)
    return existing
  }

  /// Writes the file atomically: a crash at any instant leaves the old bytes or the new ones. The new bytes are
  /// durable when it returns.
  ///
  /// Must be called under the file's ``FileLock``. A temporary file found then belongs to a process that has ended.
  @discardableResult
  package func write(_ data: Data) throws -> FileStamp {
    try makeFolder()
    return try write(data, to: path, mode: modeToKeep())
  }

  /// Writes the file atomically, unless it has been replaced, changed or deleted since it was read.
  ///
  /// Programs that don't take the file's lock can change it at any time. The check comes last before the renaming, so
  /// that only a change between these two system calls is overwritten.
  ///
  /// - Parameter expected: The state of the file when it was read, `nil` if there was none.
  /// - Returns: `nil` if the file has another state now. It is left as it is.
  func write(_ data: Data, replacing expected: FileStamp?) throws -> FileStamp? {
    try makeFolder()
    do {
      return try write(data, to: path, mode: modeToKeep()) {
        if try layer.stamp(path) != expected { throw ForeignChange() }
      }
    } catch is ForeignChange {
      return nil
    }
  }

  private struct ForeignChange: Error {}

  private func modeToKeep() throws -> mode_t {
    try requireReplaceable().map { mode_t($0.mode & 0o777) } ?? 0o600
  }

  private func write(
    _ data: Data,
    to path: String,
    mode: mode_t,
    beforeRenaming check: () throws -> Void = {}
  ) throws -> FileStamp {
    let digits = String(UInt64.random(in: 0 ... .max), radix: 16)
    let temporary = temporaryPrefix + String(repeating: "0", count: Self.randomDigits - digits.count) + digits
    let file = try layer.open(temporary, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
    do {
      let stamp: FileStamp
      do {
        try layer.write(data, to: file, temporary)
        try layer.fsync(file, temporary)
        try check()
        try layer.rename(temporary, path)
        // Read after the rename, which changes the metadata.
        stamp = try layer.stamp(of: file, path)
      } catch {
        try? layer.close(file, temporary)
        throw error
      }
      try layer.close(file, path)
      try layer.syncFolder(folder)
      return stamp
    } catch {
      try? layer.unlink(temporary)
      throw error
    }
  }

  /// Renames a damaged file to `name.corrupt-time-number`, and returns the new path. The newest five such files are
  /// kept.
  package func quarantine() throws -> String {
    _ = try requireReplaceable()
    return try quarantine { quarantined in
      try layer.rename(path, quarantined)
      try layer.syncFolder(folder)
    }
  }

  /// Writes data to a new file, named as by ``quarantine()``. The file itself stays.
  func quarantineCopy(of data: Data) throws -> String {
    try quarantine { _ = try write(data, to: $0, mode: 0o600) }
  }

  private func quarantine(by preserve: (String) throws -> Void) throws -> String {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withYear, .withMonth, .withDay, .withTime, .withTimeZone]
    let start = "\(name).corrupt-"
    let earlier = try layer.list(folder).filter { $0.hasPrefix(start) }.sorted()
    let number = (earlier.compactMap { $0.split(separator: "-").last.flatMap { Int($0) } }.max() ?? 0) + 1
    let quarantined = "\(folder)/\(start)\(formatter.string(from: Date()))-\(number)"
    try preserve(quarantined)
    for name in earlier.dropLast(4) { try? layer.unlink("\(folder)/\(name)") }
    return quarantined
  }

  /// The prefix of the paths of temporary files; hexadecimal digits follow.
  private var temporaryPrefix: String { "\(folder)/\(Self.prefix)\(name)~" }
  private static var randomDigits: Int { 16 }

  /// The paths of the temporary files of this file.
  private var temporaries: [String] {
    ((try? layer.list(folder)) ?? []).map { "\(folder)/\($0)" }.filter { path in
      guard path.hasPrefix(temporaryPrefix) else { return false }
      let rest = path.dropFirst(temporaryPrefix.count)
      return rest.count == Self.randomDigits && rest.allSatisfy(\.isHexDigit)
    }
  }

  /// Removes the temporary files that a crash has left behind. Must be called under the file's ``FileLock``, so that
  /// no process is writing one of them.
  func removeStale() {
    for path in temporaries { try? layer.unlink(path) }
  }

  /// Removes the temporary files that a crash has left behind, unless a process holds the lock now.
  func removeStaleUnlessLocked() {
    guard !temporaries.isEmpty, let lock = try? FileLock(for: self).acquire(deadline: .now) else { return }
    removeStale()
    lock.unlock()
  }

  /// Creates the folder of the file and its missing ancestors.
  package func makeFolder() throws { try layer.makeFolders(folder) }
}
