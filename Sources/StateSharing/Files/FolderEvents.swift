#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The system's notifications of changes in folders. Tests replace it.
package protocol FolderEvents: Sendable {
  /// Starts reporting changes in a folder. Two requests for a folder are one.
  ///
  /// - Returns: The number of the folder in events, below zero if it can't be watched.
  func arm(_ folder: String) -> Int32

  /// Stops reporting changes, for all requests.
  func disarm(_ number: Int32)
}

/// `inotify`, where available.
struct Inotify: FolderEvents {
  #if os(Linux)
  /// The descriptor of events, below zero if the system has none available.
  let descriptor = inotify_init1(Int32(IN_CLOEXEC))

  func arm(_ folder: String) -> Int32 {
    let flags =
      IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
    return unsafe inotify_add_watch(descriptor, folder, UInt32(flags))
  }

  func disarm(_ number: Int32) {
    if number >= 0 { inotify_rm_watch(descriptor, number) }
  }
  #else
  let descriptor: Int32 = -1

  func arm(_ folder: String) -> Int32 { -1 }
  func disarm(_ number: Int32) {}
  #endif
}
