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

  /// Stops reporting changes in a folder.
  func unwatch(_ number: Int32)
}

/// `inotify`, where available.
struct Inotify: FolderEvents {
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
