import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A lock that processes agree on, in a file beside the one that it protects, whose own inode changes at each write.
package struct FileLock: Sendable {
  let layer: FileLayer
  let path: String

  package init(for file: DurableFile) {
    layer = file.layer
    path = "\(file.folder)/\(DurableFile.prefix)\(file.name).lock"
  }

  /// A lock that is held. Ends with its process at the latest.
  package struct Held: Sendable {
    fileprivate let file: Int32
    fileprivate let lock: FileLock

    package func unlock() {
      // Closing the only descriptor unlocks.
      try? lock.layer.close(file, lock.path)
    }

    /// The number that is written in the lock's file: the version of what it protects.
    func version() throws -> UInt64 {
      lseek(file, 0, SEEK_SET)
      let text = String(decoding: try lock.layer.readAll(file, lock.path), as: UTF8.self)
      return UInt64(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
    }

    func setVersion(_ version: UInt64) throws {
      lseek(file, 0, SEEK_SET)
      // Of one width, so that the old number is overwritten whole.
      let digits = String(version)
      let text = String(repeating: "0", count: 20 - digits.count) + digits + "\n"
      try lock.layer.write(Data(text.utf8), to: file, lock.path)
    }
  }

  /// Waits for the lock, not longer than to the deadline. Blocks the thread.
  package func acquire(exclusive: Bool = true, deadline: ContinuousClock.Instant) throws -> Held {
    let file: Int32
    do {
      file = try layer.open(path, O_RDWR | O_CREAT)
    } catch let error as SystemCallError where error.code == ENOENT {
      try layer.makeFolders((path as NSString).deletingLastPathComponent)
      file = try layer.open(path, O_RDWR | O_CREAT)
    }
    var pause: UInt32 = 50
    do {
      while !(try layer.tryLock(file, path, exclusive: exclusive)) {
        if ContinuousClock.now >= deadline { throw SharedStorageError.lockTimeout(path: path) }
        // Jitter, so that those who wait do not come back all at once.
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
