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
  /// The error if the protected path is not a regular file.
  private let obstacle: SystemCallError?

  /// Describes the lock of a file.
  public init(for file: ResolvedFile) {
    layer = file.layer
    obstacle = file.obstacle
    path = FilePath.entry("\(ResolvedFile.prefix)\(file.stem).lock", in: file.folder)
  }

  /// A lock that is held. The system releases it at the end of the process.
  public struct Held: Sendable {
    fileprivate let file: Int32
    fileprivate let lock: FileLock

    /// Releases the lock.
    public func unlock() {
      // Closing is not enough: a process that is being started has a copy of the descriptor until it runs its program.
      lock.layer.unlock(file)
      try? lock.layer.close(file, lock.path)
    }

    /// Returns the version of the protected file, which the lock file contains.
    public func version() throws -> UInt64 {
      lseek(file, 0, SEEK_SET)
      let text = String(decoding: try lock.layer.readAll(file, lock.path, limit: 64) ?? Data(), as: UTF8.self)
      return UInt64(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
    }

    /// Stores the version of the protected file.
    public func setVersion(_ version: UInt64) throws {
      lseek(file, 0, SEEK_SET)
      // With a fixed width, so that it overwrites the old number completely.
      let digits = String(version)
      let text = String(repeating: "0", count: 20 - digits.count) + digits + "\n"
      try lock.layer.write(Data(text.utf8), to: file, lock.path)
    }
  }

  private var folder: String { FilePath.folder(of: path) }

  /// Acquires the lock, or fails at the deadline. Blocks the thread.
  ///
  /// Throws if the file at the lock's path is a link, is not a regular file, or belongs to another user. Writing the
  /// version into such a file would change a file chosen by another program.
  public func acquire(exclusive: Bool = true, deadline: ContinuousClock.Instant) throws -> Held {
    // No lock file is created beside a device.
    if let obstacle { throw obstacle }
    while true {
      let held = try acquireFile(exclusive: exclusive, deadline: deadline)
      // A lock on a file that was removed excludes no other process.
      if try isAtPath(held) { return held }
      held.unlock()
    }
  }

  private func isAtPath(_ held: Held) throws -> Bool {
    do {
      let stamp = try layer.stamp(of: held.file, path)
      return try layer.stamp(path, followingLinks: false)?.isSameFile(as: stamp) == true
    } catch {
      held.unlock()
      throw error
    }
  }

  private func open() throws -> Int32 {
    do {
      return try layer.open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    } catch let error as SystemCallError where error.code == ELOOP {
      throw refusal("It is a symbolic link")
    }
  }

  private func requireOwnFile(_ file: Int32) throws {
    let stamp = try layer.stamp(of: file, path)
    guard stamp.isRegularFile else { throw refusal("It is not a regular file") }
    guard stamp.links <= 1 else { throw refusal("It has other names") }
    // In a folder that several users share, the folder's owner is trusted.
    if stamp.owner == geteuid() || stamp.owner == 0 { return }
    guard try layer.stamp(folder)?.owner == stamp.owner else {
      throw refusal("It belongs to another user")
    }
  }

  private func refusal(_ reason: String) -> SystemCallError {
    SystemCallError(call: .lock, path: path, code: EPERM, detail: "\(reason), so it is no valid lock file. Remove it")
  }

  private func acquireFile(exclusive: Bool, deadline: ContinuousClock.Instant) throws -> Held {
    let file: Int32
    do {
      file = try open()
    } catch let error as SystemCallError where error.code == ENOENT {
      try layer.makeFolders(folder)
      file = try open()
    }
    var pause: UInt32 = 50
    do {
      try requireOwnFile(file)
      while !(try layer.tryLock(file, path, exclusive: exclusive)) {
        if ContinuousClock.now >= deadline { throw DurableFileError.lockTimeout(path: path) }
        // Exponential backoff with jitter.
        usleep(.random(in: pause / 2...pause))
        pause = min(pause * 2, 4_000)
      }
    } catch {
      try? layer.close(file, path)
      throw error
    }
    return Held(file: file, lock: self)
  }
}
