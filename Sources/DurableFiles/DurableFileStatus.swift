public import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The state of a file and of its lock, journal and temporary files, to diagnose problems.
///
/// ```swift
/// print(DurableFile(url).status())
/// ```
public struct DurableFileStatus: Sendable {
  /// The way in which this process notices changes by other programs.
  public enum Observation: String, Sendable {
    /// Nothing in this process follows the file.
    case unobserved
    /// The system reports changes.
    case watched
    /// The file is read at intervals, because the system does not report all changes.
    case polled
  }

  /// A file that exists.
  public struct Metadata: Sendable {
    /// The size in bytes.
    public let size: Int
    /// The user and the group, as names if the system has some.
    public let owner, group: String
    /// The permissions, as by `chmod`.
    public let permissions: Int
    /// The time of the last write by any program.
    public let lastWrite: Date
  }

  /// The path after all symbolic links.
  public let path: String
  /// The symbolic links on the way to it.
  public let links: [String]
  /// The metadata; `nil` if there is no file.
  public let file: Metadata?
  /// The number of changes in transactions; `nil` if there were none.
  public let version: UInt64?
  /// Whether a process holds the lock at the moment.
  public let isLocked: Bool
  /// The way in which this process notices changes.
  public let observation: Observation
  /// The paths of quarantined files, the oldest first.
  public let quarantined: [String]
  /// The promises that this process could not keep for the file.
  public let notices: [DurableFileNotice]
  /// The reason why this user can't read the file, if so.
  public let readError: SystemCallError?
  /// The reason why this user can't replace the file, if so.
  public let writeError: SystemCallError?
}

extension DurableFile {
  /// Reads the state of the file and of what belongs to it. Creates and changes nothing.
  public func status() -> DurableFileStatus {
    let found = PathLinks(url.path, layer: layer)
    let path = found.target
    return DurableFileStatus(
      path: path,
      links: found.links,
      file: metadata(path),
      version: version(path).flatMap { $0 == 0 ? nil : $0 },
      isLocked: isLockHeld(path),
      observation: (FileWatcher.current ?? .shared).observation(of: [url.path, path]),
      quarantined: quarantined(path),
      notices: FileNotices.shared.notices(about: [path, url.path, FilePath.folder(of: path)]),
      readError: failure { try resolved().requireReadable() },
      writeError: failure { try resolved().requireWritable() }
    )
  }

  private func failure(_ body: () throws -> Void) -> SystemCallError? {
    do {
      try body()
      return nil
    } catch {
      return error as? SystemCallError ?? SystemCallError(call: .open, path: url.path, code: EIO, detail: "\(error)")
    }
  }

  private func metadata(_ path: String) -> DurableFileStatus.Metadata? {
    guard let stamp = (try? layer.stamp(path))?.flatMap({ $0 }) else { return nil }
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return DurableFileStatus.Metadata(
      size: Int(stamp.size),
      owner: attributes?[.ownerAccountName] as? String ?? "\(stamp.owner)",
      group: attributes?[.groupOwnerAccountName] as? String ?? "\(stamp.group)",
      permissions: Int(stamp.permissions),
      lastWrite: Date(timeIntervalSince1970: Double(stamp.seconds) + Double(stamp.nanoseconds) / 1e9)
    )
  }

  private func withLockFile<Result>(_ path: String, _ body: (Int32, String) -> Result?) -> Result? {
    guard let file = try? resolved() else { return nil }
    let lock = FileLock(for: file).path
    guard let descriptor = try? layer.open(lock, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY) else { return nil }
    defer { try? layer.close(descriptor, lock) }
    return body(descriptor, lock)
  }

  private func version(_ path: String) -> UInt64? {
    withLockFile(path) { file, lock in
      (try? layer.readAll(file, lock, limit: 64)).flatMap { FileLock.version(in: $0) }
    }
  }

  /// Takes a shared lock for an instant.
  private func isLockHeld(_ path: String) -> Bool {
    withLockFile(path) { file, lock in
      guard let isFree = try? layer.tryLock(file, lock, exclusive: false) else { return false }
      if isFree { layer.unlock(file) }
      return !isFree
    } ?? false
  }

  private func quarantined(_ path: String) -> [String] {
    let folder = FilePath.folder(of: path)
    let names = (try? layer.list(folder)) ?? []
    return ResolvedFile.quarantined(FilePath.name(of: path), in: names).map { FilePath.entry($0.name, in: folder) }
  }
}

extension DurableFileStatus: CustomStringConvertible {
  /// A table with a line for each property.
  public var description: String {
    var rows: [(String, String)] = [("path", path)]
    if !links.isEmpty { rows.append(("links", links.joined(separator: ", "))) }
    if let file {
      rows.append(("owner", "\(file.owner), group \(file.group), mode \(String(file.permissions, radix: 8))"))
      rows.append(("size", "\(file.size) bytes"))
      rows.append(("last write", ISO8601DateFormatter().string(from: file.lastWrite)))
    } else {
      rows.append(("owner", "there is no file"))
    }
    if let version { rows.append(("version", "\(version)")) }
    rows.append(("lock", isLocked ? "held" : "free"))
    rows.append(("changes", observation.rawValue))
    rows.append(("readable", readError.map { "no: \($0)" } ?? "yes"))
    rows.append(("writable", writeError.map { "no: \($0)" } ?? "yes"))
    for path in quarantined { rows.append(("quarantined", path)) }
    for notice in notices { rows.append(("notice", "\(notice)")) }
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { $0.0.padding(toLength: width + 2, withPad: " ", startingAt: 0) + $0.1 }.joined(separator: "\n")
  }
}
