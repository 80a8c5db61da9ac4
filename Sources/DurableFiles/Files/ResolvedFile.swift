public import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A file at the end of symbolic links, which is replaced atomically and durably. Takes no lock.
@_spi(Internals) public struct ResolvedFile: Sendable {
  /// The prefix of temporary files and locks, which watchers ignore.
  static let prefix = ".counterpoint-"

  let layer: FileLayer
  /// The path of the file. If the original path was a link, its target.
  public let path: String
  /// The paths of the links that lead to the file, from the original path on.
  let links: [String]
  /// The error for an object at the path that is not a regular file.
  let obstacle: SystemCallError?

  var folder: String { FilePath.folder(of: path) }
  var name: String { FilePath.name(of: path) }

  /// Follows the links from a path.
  public init(_ path: String, layer: FileLayer) throws {
    self.layer = layer
    var path = path
    var links: [String] = []
    var existing = try layer.stamp(path, followingLinks: false)
    while existing?.isLink == true {
      // The maximum number of links that Linux follows.
      if links.count == 40 { throw SystemCallError(call: .link, path: path, code: ELOOP) }
      links.append(path)
      path = try layer.target(ofLink: path)
      existing = try layer.stamp(path, followingLinks: false)
    }
    self.path = path
    self.links = links
    obstacle = existing.flatMap { Self.obstacle($0, path, .open) }
  }

  private static func obstacle(_ stamp: FileStamp, _ path: String, _ call: SystemCall.Name) -> SystemCallError? {
    if stamp.isRegularFile { return nil }
    if stamp.isDirectory { return SystemCallError(call: call, path: path, code: EISDIR) }
    return SystemCallError(call: call, path: path, code: EINVAL, detail: "Not a regular file")
  }

  /// The contents of a file and the metadata that it had then.
  public struct Contents {
    /// The bytes.
    public let data: Data
    /// The metadata.
    public let stamp: FileStamp
  }

  /// Reads the file, or nil if there is none.
  ///
  /// Only regular files are read, because opening a pipe or a device may block or have side effects.
  public func read(limit: Int) throws -> Contents? {
    guard let file = try openExisting() else { return nil }
    let result = Result {
      let stamp = try layer.stamp(of: file, path)
      // Another process may have replaced the file since.
      try requireRegular(stamp, .read)
      guard stamp.size <= limit, let data = try layer.readAll(file, path, size: Int(stamp.size), limit: limit) else {
        throw DurableFileError.tooLarge(path: path, size: max(Int(stamp.size), limit + 1), limit: limit)
      }
      return Contents(data: data, stamp: stamp)
    }
    try? layer.close(file, path)
    return try completed(result.get(), limit: limit)
  }

  /// Opens the file for reading; nil if there is none.
  ///
  /// That is asked twice. A file system that answers wrongly once would make the value the default, and the next
  /// write would store it.
  private func openExisting() throws -> Int32? {
    for _ in 1...2 {
      guard let existing = try layer.stamp(path) else { continue }
      try requireRegular(existing, .read)
      do {
        return try layer.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
      } catch let error as SystemCallError where error.code == ENOENT || error.code == ENOTDIR {
        continue
      }
    }
    return nil
  }

  /// Throws if the file can't be read.
  func requireReadable() throws {
    if let obstacle { throw obstacle }
    guard try layer.stamp(path) != nil else { return }
    try layer.close(layer.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY), path)
  }

  /// Throws if the file can't be replaced, as far as that is known without trying.
  func requireWritable() throws {
    if let obstacle { throw obstacle }
    _ = try requireReplaceable()
    var folder = folder
    while try layer.stamp(folder) == nil, folder != FilePath.folder(of: folder) {
      folder = FilePath.folder(of: folder)
    }
    try layer.requireWriteAccess(folder)
  }

  private func requireRegular(_ stamp: FileStamp, _ call: SystemCall.Name) throws {
    if let obstacle = Self.obstacle(stamp, path, call) { throw obstacle }
  }

  /// Throws if the file may not be replaced. The system does not check this: renaming another file to the path needs no
  /// permission for the file.
  func requireReplaceable() throws -> FileStamp? {
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
  /// Must be called under the file's ``FileLock`` if any process removes stale temporary files of this file.
  @discardableResult
  public func write(_ data: Data) throws -> FileStamp {
    try write(data, to: path, like: requireReplaceable())
  }

  /// Writes the file atomically, unless it has been replaced, changed or deleted since it was read.
  ///
  /// Programs that don't take the file's lock can change it at any time. The check comes last before the renaming, so
  /// that only a change between these two system calls is overwritten.
  ///
  /// - Parameter expected: The state of the file when it was read, `nil` if there was none.
  /// - Returns: `nil` if the file has another state now. It is left as it is.
  public func write(_ data: Data, replacing expected: FileStamp?) throws -> FileStamp? {
    do {
      return try write(data, to: path, like: requireReplaceable()) {
        if try layer.stamp(path) != expected { throw ForeignChange() }
      }
    } catch is ForeignChange {
      return nil
    }
  }

  private struct ForeignChange: Error {}

  /// Writes a file atomically.
  ///
  /// - Parameters:
  ///   - existing: The metadata of a file whose permissions and owner the new file gets.
  ///   - prepare: Runs when the new bytes are durable, before the renaming.
  ///   - revert: Runs if the renaming fails.
  @discardableResult
  func write(
    _ data: Data,
    to path: String,
    like existing: FileStamp?,
    beforeRenaming prepare: () throws -> Void = {},
    ifRenamingFails revert: (any Error) throws -> Void = { _ in }
  ) throws -> FileStamp {
    let temporary = temporaryPrefix + FilePath.hexadecimal(.random(in: 0 ... .max))
    let folder = try openFolder()
    defer { layer.close(folder) }
    try layer.syncPath(of: folder)
    let written: FileStamp
    do {
      written = try create(temporary, with: data, like: existing, in: folder)
      try prepare()
      do {
        try layer.rename(temporary, path, in: folder)
      } catch let error as SystemCallError where Self.isOfMountPoint(error) && path == self.path {
        try writeInPlace(data, journalingIn: temporary, in: folder, because: error)
        return written
      } catch {
        if try !isRenamed(written, to: path, despite: error) {
          try revert(error)
          throw error
        }
      }
    } catch {
      try? layer.unlink(temporary, in: folder)
      throw error
    }
    // From here on, the new contents are in place. Renaming has changed the metadata.
    if let existing, existing.links > 1, path == self.path { layer.notify(DurableFileNotice(.linksAreNotKept, path)) }
    let stamp = (try? layer.stamp(path)).flatMap { $0 }
    try layer.sync(folder)
    return stamp.flatMap { $0.isSameFile(as: written) ? $0 : nil } ?? written
  }

  /// Opens the folder of the file, which is created if it is missing.
  private func openFolder() throws -> FileLayer.Folder {
    do {
      return try layer.openFolder(folder)
    } catch let error as SystemCallError where error.code == ENOENT {
      try layer.makeFolders(folder)
      return try layer.openFolder(folder)
    }
  }

  /// Creates a temporary file, whose contents and metadata are durable when it returns.
  private func create(
    _ temporary: String,
    with data: Data,
    like existing: FileStamp?,
    in folder: FileLayer.Folder
  ) throws -> FileStamp {
    let file = try layer.create(temporary, in: folder)
    let written: FileStamp
    do {
      try layer.write(data, to: file, temporary)
      try keepMetadata(of: existing, in: file, temporary)
      do {
        try layer.fsync(file, temporary)
      } catch {
        try layer.react(to: error, in: .synchronize, self.folder)
      }
      written = try layer.stamp(of: file, temporary)
    } catch {
      try? layer.close(file, temporary)
      throw error
    }
    try layer.close(file, temporary)
    return written
  }

  /// Whether a renaming has failed because another file can't take the place of a mount point.
  static func isOfMountPoint(_ error: SystemCallError) -> Bool {
    FailureReaction(to: .rename, code: error.code) == .writesInPlace
  }

  /// Returns whether a file was renamed although the call has failed.
  private func isRenamed(_ written: FileStamp, to path: String, despite error: any Error) throws -> Bool {
    guard let error = error as? SystemCallError, FailureReaction(to: .rename, code: error.code) == .isInDoubt else {
      return false
    }
    do {
      return try layer.stamp(path)?.isSameFile(as: written) ?? false
    } catch is SystemCallError {
      throw DurableFileError.unknownOutcome(path: path, underlying: error)
    }
  }

  /// Names in the folder are derived from this one, and must not be too long either.
  var stem: String { FilePath.shortened(name, limit: 100) }

  /// The prefix of the paths of temporary files; hexadecimal digits follow.
  private var temporaryPrefix: String { FilePath.entry("\(Self.prefix)\(stem)~", in: folder) }

  /// The paths of the temporary files of this file.
  private var temporaries: [String] {
    ((try? layer.list(folder)) ?? []).map { FilePath.entry($0, in: folder) }.filter { path in
      guard path.hasPrefix(temporaryPrefix) else { return false }
      let rest = path.dropFirst(temporaryPrefix.count)
      return rest.count == 16 && rest.allSatisfy(\.isHexDigit)
    }
  }

  /// Removes the temporary files that a crash has left behind. Must be called under the file's ``FileLock``, so that
  /// no process is writing one of them.
  public func removeStale() {
    for path in temporaries { try? layer.unlink(path) }
    // Also where the file is no mount point any more.
    if hasJournal { finishInterrupted() }
  }

  /// Removes the temporary files that a crash has left behind, and finishes its write in place, unless a process holds
  /// the lock now.
  public func removeStaleUnlessLocked() {
    if temporaries.isEmpty, !hasJournal { return }
    guard let lock = try? FileLock(for: self).acquire(isRequired: false, deadline: .now) else { return }
    removeStale()
    lock.unlock()
  }

  /// Creates an empty file, its folder and the missing ancestors, unless it exists. Only its owner can access it: this
  /// user, or for the superuser the owner of the folder.
  public func createIfMissing() throws {
    try layer.makeFolders(folder)
    let file: Int32
    do {
      file = try layer.open(path, O_RDWR | O_CREAT | O_EXCL)
    } catch let error as SystemCallError where error.code == EEXIST {
      return
    }
    defer { try? layer.close(file, path) }
    try giveToOwnerOfFolder(file, path)
  }
}
