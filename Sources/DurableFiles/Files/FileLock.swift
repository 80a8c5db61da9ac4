@_spi(Internals) import CounterpointSupport
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// An advisory lock between processes, on a file beside the protected one, whose own inode changes at each write.
@_spi(Internals) public struct FileLock: Sendable {
  let layer: FileLayer
  let path: String
  /// The protected file.
  private let protected: String
  /// The error if the protected path is not a regular file.
  private let obstacle: SystemCallError?

  /// Describes the lock of a file.
  public init(for file: ResolvedFile) {
    layer = file.layer
    obstacle = file.obstacle
    protected = file.path
    path = FilePath.entry("\(ResolvedFile.prefix)\(file.stem).lock", in: file.folder)
  }

  /// A lock that is held. The system releases it at the end of the process.
  public struct Held: Sendable {
    fileprivate let file: Int32
    fileprivate let lock: FileLock
    /// Whether the file system has no locks, so that only this process is excluded.
    fileprivate var isOfProcess = false

    /// Releases the lock.
    public func unlock() {
      // Closing is not enough: a process that is being started has a copy of the descriptor until it runs its program.
      if isOfProcess { ProcessLocks.shared.unlock(lock.path) } else { lock.layer.unlock(file) }
      try? lock.layer.close(file, lock.path)
    }

    /// Returns the version of the protected file, which the lock file contains.
    public func version() throws -> UInt64 {
      lock.layer.rewind(file)
      return FileLock.version(in: try lock.layer.readAll(file, lock.path, limit: 64) ?? Data()) ?? 0
    }

    /// Stores the version of the protected file.
    public func setVersion(_ version: UInt64) throws {
      lock.layer.rewind(file)
      // With a fixed width, so that it overwrites the old number completely.
      let digits = String(version)
      let text = String(repeating: "0", count: 20 - digits.count) + digits + "\n"
      try lock.layer.write(Data(text.utf8), to: file, lock.path)
    }
  }

  /// Returns the version that the bytes of a lock file state; `nil` if they state none, or one that no program reaches
  /// by counting. Later versions would overflow.
  static func version(in data: Data) -> UInt64? {
    let words = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard words.count == 1, let version = UInt64(words[0]), version < 1 << 63 else { return nil }
    return version
  }

  private var folder: String { FilePath.folder(of: path) }

  /// Acquires the lock, or fails at the deadline. Blocks the thread.
  ///
  /// Throws if the file at the lock's path is a link or is not a regular file. Writing the version into such a file
  /// would change a file chosen by another program. A lock file of another user is used, because several users may
  /// share the protected file.
  ///
  /// - Parameter isRequired: Whether a file system without locks is an error. Otherwise the threads of this process
  ///   exclude one another there, and a notice says so.
  public func acquire(
    exclusive: Bool = true,
    isRequired: Bool = true,
    deadline: ContinuousClock.Instant
  ) throws -> Held {
    // No lock file is created beside a device.
    if let obstacle { throw obstacle }
    while true {
      let (held, stamp) = try acquireFile(exclusive: exclusive, isRequired: isRequired, deadline: deadline)
      // A lock on a file that was removed excludes no other process.
      if try isAtPath(held, stamp) { return held }
      held.unlock()
    }
  }

  private func isAtPath(_ held: Held, _ stamp: FileStamp) throws -> Bool {
    do {
      return try layer.stamp(path, followingLinks: false)?.isSameFile(as: stamp) == true
    } catch {
      held.unlock()
      throw error
    }
  }

  /// Opens or creates the lock file.
  private func open() throws -> Int32 {
    while true {
      if let file = try openExisting() { return file }
      if let file = try create() { return file }
    }
  }

  /// Opens the lock file; nil if there is none. Without `O_CREAT`, with which Linux refuses files of other users in
  /// folders such as `/tmp`.
  private func openExisting() throws -> Int32? {
    do {
      return try layer.open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    } catch let error as SystemCallError where error.code == ENOENT {
      return nil
    } catch let error as SystemCallError where error.code == ELOOP {
      throw refusal("It is a symbolic link")
    } catch let error as SystemCallError where [EACCES, EPERM, EROFS].contains(error.code) {
      // The lock needs no permission to write, except for the version, and on some servers.
      if let file = try? layer.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY) { return file }
      throw error.appending("It is the lock of '\(protected)', and belongs to another user, who can make it writable")
    }
  }

  /// Creates the lock file; nil if another process has created it meanwhile.
  private func create() throws -> Int32? {
    let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW
    do {
      return try layer.open(path, flags)
    } catch let error as SystemCallError where error.code == EEXIST {
      return nil
    } catch let error as SystemCallError where error.code == ENOENT {
      try layer.makeFolders(folder)
      do {
        return try layer.open(path, flags)
      } catch let error as SystemCallError where error.code == EEXIST {
        return nil
      }
    } catch let error as SystemCallError where layer.isMountPoint(protected) {
      throw error.appending("'\(protected)' is mounted by itself in a folder that can't be written. Mount its folder")
    }
  }

  /// Throws if the file could be another program's, and gives it the write permissions of the protected file.
  ///
  /// - Returns: The identity of the file. Its other metadata may be outdated.
  private func prepare(_ file: Int32) throws -> FileStamp {
    let stamp = try layer.stamp(of: file, path)
    guard stamp.isRegularFile else { throw refusal("It is not a regular file") }
    guard stamp.links <= 1 else { throw refusal("It has other names") }
    let user = layer.user
    guard stamp.owner == user || user == 0 else { return stamp }
    let (wanted, owner, group) = try metadata(like: stamp, isSuperuser: user == 0)
    // What is not permitted is left: this user can lock the file in any case.
    if stamp.owner != owner || stamp.group != group {
      if (try? layer.setOwner(user == 0 ? owner : nil, group: group, of: file, path)) == nil, user != 0 { return stamp }
    }
    if stamp.permissions & wanted != wanted {
      try? layer.setPermissions(stamp.permissions | wanted, of: file, path)
    }
    return stamp
  }

  /// Returns the permissions, the owner and the group that the lock file needs.
  private func metadata(
    like lock: FileStamp,
    isSuperuser: Bool
  ) throws -> (permissions: UInt32, owner: UInt32, group: UInt32) {
    let folder = try layer.stamp(self.folder)
    let file = try? layer.stamp(protected)
    var writable: UInt32 = (file?.permissions ?? 0) & 0o022
    // Write permission for the folder includes the permission to replace the lock.
    if let folder, !folder.isSticky { writable |= folder.permissions & 0o022 }
    let model = file ?? folder
    let ofFolder = folder?.owner == 0 ? nil : folder?.owner
    let owner = isSuperuser ? file?.owner ?? ofFolder ?? lock.owner : lock.owner
    return (0o600 | writable | writable << 1, owner, writable & 0o020 == 0 ? lock.group : model?.group ?? lock.group)
  }

  private func refusal(_ reason: String) -> SystemCallError {
    SystemCallError(call: .lock, path: path, code: EPERM, detail: "\(reason), so it is no valid lock file. Remove it")
  }

  private func acquireFile(
    exclusive: Bool,
    isRequired: Bool,
    deadline: ContinuousClock.Instant
  ) throws -> (Held, FileStamp) {
    let file = try open()
    var held = Held(file: file, lock: self)
    var pause: UInt32 = 50
    let stamp: FileStamp
    do {
      stamp = try prepare(file)
      while !(try tryLock(&held, exclusive: exclusive, isRequired: isRequired)) {
        if ContinuousClock.now >= deadline { throw DurableFileError.lockTimeout(path: path) }
        // Exponential backoff with jitter.
        usleep(.random(in: pause / 2...pause))
        pause = min(pause * 2, 4_000)
      }
    } catch {
      try? layer.close(file, path)
      throw error
    }
    return (held, stamp)
  }

  private func tryLock(_ held: inout Held, exclusive: Bool, isRequired: Bool) throws -> Bool {
    if held.isOfProcess { return ProcessLocks.shared.tryLock(path) }
    do {
      return try layer.tryLock(held.file, path, exclusive: exclusive)
    } catch let error as SystemCallError {
      guard case .goesOn(let kind) = FailureReaction(to: .lock, code: error.code) else { throw error }
      if isRequired {
        throw error.appending("The file system has no locks between processes, which this change needs")
      }
      layer.notify(DurableFileNotice(kind, folder, error))
      held.isOfProcess = true
      return ProcessLocks.shared.tryLock(path)
    }
  }
}

/// The locks of this process where the file system has none.
private final class ProcessLocks: Sendable {
  static let shared = ProcessLocks()

  private let held = Locked<Set<String>>([])

  func tryLock(_ path: String) -> Bool { held.withLock { $0.insert(path).inserted } }
  func unlock(_ path: String) { held.withLock { _ = $0.remove(path) } }
}
