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
    let earlier = Self.quarantined(name, in: try layer.list(folder))
    let start = Self.startOfQuarantined(name)
    let new = "\(start)\(formatter.string(from: Date()))-\((earlier.last?.number ?? 0) + 1)"
    return (
      FilePath.entry(new, in: folder), earlier.dropLast(4).map { FilePath.entry($0.name, in: folder) }
    )
  }

  private static func startOfQuarantined(_ name: String) -> String {
    "\(FilePath.shortened(name, limit: 200)).corrupt-"
  }

  /// Returns the quarantined files of a file with their numbers, the oldest first. Other files with such a beginning
  /// belong to the user.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - names: The names of the entries of its folder.
  static func quarantined(_ name: String, in names: [String]) -> [(name: String, number: Int)] {
    let start = startOfQuarantined(name)
    return names.compactMap { entry -> (name: String, number: Int)? in
      guard entry.hasPrefix(start),
        let match = entry.dropFirst(start.count).wholeMatch(of: /[0-9]{8}T[0-9]{6}Z-([0-9]+)/),
        let number = Int(match.1), number < .max
      else { return nil }
      return (entry, number)
    }
    .sorted { $0.number < $1.number }
  }

  private func remove(_ paths: [String]) {
    for path in paths { try? layer.unlink(path) }
  }
}
