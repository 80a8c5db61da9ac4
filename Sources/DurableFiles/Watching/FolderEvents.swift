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

  /// Returns whether the system reports the changes that all programs make to a file in a watched folder. It does not
  /// report those that other machines make on a server, or those of a file that is mounted by itself.
  func isReported(_ path: String) -> Bool

  /// Handles a change of the mounted file systems.
  func mountsHaveChanged()

  /// Stops reporting changes in a folder.
  func unwatch(_ number: Int32)
}

extension FolderEvents {
  /// By default, all changes are reported.
  public func isReported(_ path: String) -> Bool { true }

  /// By default, nothing depends on mounted file systems.
  public func mountsHaveChanged() {}
}

/// `inotify`, where available.
final class Inotify: FolderEvents {
  /// The mounted file systems. Reading the table for each file would be slow.
  private let mounts = Locked<[MountTable.Mount]?>(nil)

  func isReported(_ path: String) -> Bool {
    let device = (try? FileLayer().stamp(FilePath.folder(of: path)))??.device
    return mounts.withLock { known in
      let mounts = known ?? MountTable.mounts()
      known = mounts
      return !mounts.contains { mount in
        mount.path == path || mount.isRemote && device.map { mount.device == MountTable.name(ofDevice: $0) } ?? false
      }
    }
  }

  func mountsHaveChanged() { mounts.withLock { $0 = nil } }

  #if os(Linux)
  /// The descriptor of events; the negated error code if the system has none available.
  let descriptor: Int32 = {
    let descriptor = inotify_init1(Int32(IN_CLOEXEC))
    return descriptor >= 0 ? descriptor : -errno
  }()

  func watch(_ folder: String) -> Int32 {
    if descriptor < 0 { return descriptor }
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
