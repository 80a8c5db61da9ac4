package import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A file that is whole at every instant, and durable when a write of it returns.
package struct DurableFile: Sendable {
  /// What temporary files and locks begin with, so that watchers ignore them.
  static let prefix = ".counterpoint-"

  let layer: FileLayer
  /// The file itself: where the path was a link, its target.
  let path: String

  var folder: String { (path as NSString).deletingLastPathComponent }
  var name: String { (path as NSString).lastPathComponent }

  package init(_ path: String, layer: FileLayer) throws {
    self.layer = layer
    var path = path
    // As many links as Linux itself follows.
    for _ in 0..<40 {
      guard let stamp = try layer.stamp(path, followingLinks: false), stamp.isLink else { break }
      path = try layer.target(ofLink: path)
    }
    self.path = path
  }

  package struct Contents {
    package let data: Data
    let stamp: FileStamp
  }

  /// Reads the file, or nil if there is none.
  package func read(limit: Int) throws -> Contents? {
    let file: Int32
    do {
      file = try layer.open(path, O_RDONLY)
    } catch let error as SystemCallError where error.code == ENOENT || error.code == ENOTDIR {
      return nil
    }
    let result = Result {
      let stamp = try layer.stamp(of: file, path)
      if stamp.isDirectory { throw SystemCallError(call: .read, path: path, code: EISDIR) }
      guard stamp.size <= limit else {
        throw SharedStorageError.tooLarge(path: path, size: Int(stamp.size), limit: limit)
      }
      return Contents(data: try layer.readAll(file, path), stamp: stamp)
    }
    try? layer.close(file, path)
    return try result.get()
  }

  /// Writes the file: beside it first, then in its place. A crash at any instant leaves the old bytes or the new ones, and
  /// when this returns it is the new ones.
  func write(_ data: Data) throws -> FileStamp {
    try makeFolder()
    let existing = try layer.stamp(path)
    if existing?.isDirectory == true { throw SystemCallError(call: .rename, path: path, code: EISDIR) }
    let temporary = "\(folder)/\(Self.prefix)\(getpid())-\(UInt64.random(in: 0 ... .max))"
    let mode = existing.map { mode_t($0.mode & 0o777) } ?? 0o600
    let file = try layer.open(temporary, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
    do {
      let stamp: FileStamp
      do {
        try layer.write(data, to: file, temporary)
        try layer.fsync(file, temporary)
        try layer.rename(temporary, path)
        // After the renaming, which changes it.
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

  /// Renames the file to `name.corrupt-time-number`, of which the newest five are kept, and returns its new path.
  package func keepAside() throws -> String {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withYear, .withMonth, .withDay, .withTime, .withTimeZone]
    let start = "\(name).corrupt-"
    let earlier = try layer.list(folder).filter { $0.hasPrefix(start) }.sorted()
    let number = (earlier.compactMap { $0.split(separator: "-").last.flatMap { Int($0) } }.max() ?? 0) + 1
    let aside = "\(folder)/\(start)\(formatter.string(from: Date()))-\(number)"
    try layer.rename(path, aside)
    try layer.syncFolder(folder)
    for name in earlier.dropLast(4) { try? layer.unlink("\(folder)/\(name)") }
    return aside
  }

  /// Removes temporary files that a crash left behind more than a day ago.
  func removeStale(now: Date = Date()) {
    for name in (try? layer.list(folder)) ?? [] where name.hasPrefix(Self.prefix) && !name.hasSuffix(".lock") {
      let path = "\(folder)/\(name)"
      guard let stamp = try? layer.stamp(path, followingLinks: false) else { continue }
      if Double(stamp.seconds) < now.timeIntervalSince1970 - 86_400 { try? layer.unlink(path) }
    }
  }

  /// Makes the folder of the file, and those above, if it is not there.
  package func makeFolder() throws { try layer.makeFolders(folder) }
}
