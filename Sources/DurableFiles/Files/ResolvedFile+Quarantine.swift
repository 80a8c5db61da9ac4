public import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension ResolvedFile {
  /// Renames a damaged file to `name.corrupt-time-number`, and returns the new path. The newest five such files are
  /// kept.
  public func quarantine() throws -> String {
    try requireExisting()
    let (quarantined, outdated) = try quarantineNames()
    try move(to: quarantined)
    // The renaming has happened. The synchronization after the next write of the file covers it, too.
    try? layer.syncFolder(folder)
    remove(outdated)
    return quarantined
  }

  /// Writes data to a new file, named as by ``quarantine()``. The file itself stays.
  public func quarantineCopy(of data: Data) throws -> String {
    let (quarantined, outdated) = try quarantineNames()
    try write(data, to: quarantined, like: nil)
    remove(outdated)
    return quarantined
  }

  /// Renames a damaged file as ``quarantine()`` does, and writes a new one in its place.
  ///
  /// The new bytes are durable before the old file is renamed. If the new file can't get its name, the old one gets it
  /// back.
  func quarantine(replacingWith data: Data) throws -> String {
    let existing = try requireExisting()
    let (quarantined, outdated) = try quarantineNames()
    try write(
      data,
      to: path,
      like: existing,
      beforeRenaming: { try move(to: quarantined) },
      ifRenamingFails: { error in
        // Another program may have created a file meanwhile, which must not be replaced.
        if (try? layer.stamp(path, followingLinks: false)) == .some(nil),
          (try? layer.rename(quarantined, path)) != nil
        {
          return
        }
        guard let error = error as? SystemCallError else { return }
        throw DurableFileError.notRestored(from: URL(fileURLWithPath: quarantined), underlying: error)
      }
    )
    remove(outdated)
    return quarantined
  }

  /// Renames the file. One that is mounted by itself can't be renamed, so it is copied.
  private func move(to quarantined: String) throws {
    do {
      try layer.rename(path, quarantined)
    } catch let error as SystemCallError where Self.isOfMountPoint(error) && layer.isMountPoint(path) {
      guard let contents = try read(limit: .max / 8) else { throw error }
      try write(contents.data, to: quarantined, like: nil)
    }
  }

  @discardableResult
  private func requireExisting() throws -> FileStamp {
    guard let existing = try requireReplaceable() else {
      throw SystemCallError(call: .rename, path: path, code: ENOENT)
    }
    return existing
  }

  /// Returns a path that no file has had, and the paths of files that were quarantined longest ago.
  private func quarantineNames() throws -> (new: String, outdated: [String]) {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withYear, .withMonth, .withDay, .withTime, .withTimeZone]
    let start = "\(FilePath.shortened(name, limit: 200)).corrupt-"
    let earlier = try layer.list(folder).filter { $0.hasPrefix(start) }.map { (name: $0, number: self.number(of: $0)) }
      .sorted { $0.number < $1.number }
    let new = "\(start)\(formatter.string(from: Date()))-\((earlier.last?.number ?? 0) + 1)"
    return (
      FilePath.entry(new, in: folder), earlier.dropLast(4).map { FilePath.entry($0.name, in: folder) }
    )
  }

  private func number(of name: String) -> Int {
    name.split(separator: "-").last.flatMap { Int($0) } ?? 0
  }

  private func remove(_ paths: [String]) {
    for path in paths { try? layer.unlink(path) }
  }
}
