@_spi(Internals) import CounterpointSupport

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The system's notifications of changes in folders. Tests replace them.
@_spi(Internals) public protocol FolderEvents: Sendable {
  /// Starts reporting changes in a folder. Idempotent.
  ///
  /// - Returns: The watch descriptor, which identifies the folder in events; the negated error code if it can't be
  ///   watched.
  func watch(_ folder: String) -> Int32

  /// Returns whether the system reports the changes that all programs make in a folder. It does not report those that
  /// other machines make on a server, for example.
  func isReported(_ folder: String) -> Bool

  /// Handles a change of the mounted file systems.
  func mountsHaveChanged()

  /// Stops reporting changes in a folder.
  func unwatch(_ number: Int32)
}

extension FolderEvents {
  /// By default, all changes are reported.
  public func isReported(_ folder: String) -> Bool { true }

  /// By default, nothing depends on mounted file systems.
  public func mountsHaveChanged() {}
}

/// `inotify`, where available.
final class Inotify: FolderEvents {
  /// Whether file systems are remote, by device. Reading the table of mounts for each file would be slow.
  private let isRemote = Locked<[UInt64: Bool]>([:])

  func isReported(_ folder: String) -> Bool {
    guard let device = (try? FileLayer().stamp(folder))??.device else { return true }
    return isRemote.withLock { isRemote in
      if let known = isRemote[device] { return !known }
      let result = MountTable.isRemote(device)
      isRemote[device] = result
      return !result
    }
  }

  func mountsHaveChanged() { isRemote.withLock { $0 = [:] } }

  #if os(Linux)
  /// The descriptor of events; negative if the system has none available.
  let descriptor = inotify_init1(Int32(IN_CLOEXEC))

  func watch(_ folder: String) -> Int32 {
    let flags =
      IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
    let number = unsafe inotify_add_watch(descriptor, folder, UInt32(flags))
    return number >= 0 ? number : -errno
  }

  func unwatch(_ number: Int32) {
    if number >= 0 { inotify_rm_watch(descriptor, number) }
  }
  #else
  let descriptor: Int32 = -1

  func watch(_ folder: String) -> Int32 { -ENOTSUP }
  func unwatch(_ number: Int32) {}
  #endif
}
