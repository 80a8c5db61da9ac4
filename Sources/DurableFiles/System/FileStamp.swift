import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The metadata that identifies a state of a file without reading it.
@_spi(Internals) public struct FileStamp: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64
  let size: Int64
  let seconds: Int64
  let nanoseconds: Int64
  /// The last change of the file or its metadata, which no program can set.
  let changeSeconds: Int64
  let changeNanoseconds: Int64
  let mode: UInt32
  let owner: UInt32
  let group: UInt32
  let links: UInt64
  /// Drawn when the stamp is taken. Later, the file may have been changed within the same step.
  private let conclusion: Conclusion

  /// The conclusion from the age of a change. It takes no part in a comparison of stamps.
  private struct Conclusion: Hashable, Sendable {
    let isReached: Bool

    /// - Parameters:
    ///   - seconds: The whole seconds of the change since 1970.
    ///   - nanoseconds: The rest.
    ///   - now: The present, in seconds since 1970.
    init(fromChangeAt seconds: Int64, _ nanoseconds: Int64, now: Double) {
      isReached = now - Double(seconds) - Double(nanoseconds) / 1e9 > 0.05
    }

    static func == (_: Self, _: Self) -> Bool { true }
    func hash(into _: inout Hasher) {}
  }

  /// Creates the metadata of a file of a simulated disk.
  ///
  /// - Parameters:
  ///   - inode: The number of the file on its disk.
  ///   - mode: The kind of the file and its permissions.
  ///   - change: The time of the last change, in nanoseconds since 1970.
  ///   - now: The present, in nanoseconds since 1970.
  public init(
    inode: UInt64,
    size: Int,
    mode: UInt32,
    owner: UInt32,
    group: UInt32,
    links: UInt64,
    change: Int64,
    now: Int64
  ) {
    device = 1
    self.inode = inode
    self.size = Int64(size)
    self.mode = mode
    self.owner = owner
    self.group = group
    self.links = links
    seconds = change / 1_000_000_000
    nanoseconds = change % 1_000_000_000
    changeSeconds = seconds
    changeNanoseconds = nanoseconds
    conclusion = Conclusion(fromChangeAt: changeSeconds, changeNanoseconds, now: Double(now) / 1e9)
  }

  /// - Parameter now: The present, in seconds since 1970.
  init(_ status: stat, now: Double) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int64(status.st_size)
    mode = UInt32(status.st_mode)
    owner = UInt32(status.st_uid)
    group = UInt32(status.st_gid)
    links = UInt64(status.st_nlink)
    #if canImport(Darwin)
    seconds = Int64(status.st_mtimespec.tv_sec)
    nanoseconds = Int64(status.st_mtimespec.tv_nsec)
    changeSeconds = Int64(status.st_ctimespec.tv_sec)
    changeNanoseconds = Int64(status.st_ctimespec.tv_nsec)
    #else
    seconds = Int64(status.st_mtim.tv_sec)
    nanoseconds = Int64(status.st_mtim.tv_nsec)
    changeSeconds = Int64(status.st_ctim.tv_sec)
    changeNanoseconds = Int64(status.st_ctim.tv_nsec)
    #endif
    conclusion = Conclusion(fromChangeAt: changeSeconds, changeNanoseconds, now: now)
  }

  /// Returns whether both are states of the same file.
  public func isSameFile(as other: FileStamp) -> Bool {
    device == other.device && inode == other.inode
  }

  /// Whether any later change of the file gives it another stamp.
  ///
  /// The clock of a file system advances in steps of up to ten milliseconds. Two changes within a step have the same
  /// time.
  public var isConclusive: Bool { conclusion.isReached }

  var permissions: UInt32 { mode & 0o777 }
  /// Whether only the owner of an entry of this folder, or of the folder, may rename or remove the entry.
  var isSticky: Bool { mode & 0o1000 != 0 }
  var isRegularFile: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFREG) }
  var isDirectory: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFDIR) }
  var isLink: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFLNK) }
}
