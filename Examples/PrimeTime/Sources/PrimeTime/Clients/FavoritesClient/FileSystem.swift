#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The system calls that storing a file needs, one closure each, so that tests can stop between any two of them and
/// make any of them fail.
///
/// A closure makes its call once. The caller repeats it after `EINTR`, see ``retrying(_:)``.
struct FileSystem: Sendable {
  typealias Descriptor = Int32

  struct Status: Equatable {
    enum Kind { case file, folder, other }

    var kind: Kind
    /// The nine permission bits.
    var permissions: mode_t
  }

  /// `open(2)`. The permissions matter only where the flags ask for a new file.
  var open: @Sendable (_ path: String, _ flags: Int32, _ permissions: mode_t) throws(SystemCallError) -> Descriptor
  /// `fstat(2)`.
  var status: @Sendable (Descriptor) throws(SystemCallError) -> Status
  /// `read(2)`. Nothing at the end of the file.
  var read: @Sendable (Descriptor, _ count: Int) throws(SystemCallError) -> [UInt8]
  /// `write(2)`. Gives the number of bytes written, which may be less than all.
  var write: @Sendable (Descriptor, ArraySlice<UInt8>) throws(SystemCallError) -> Int
  /// `fchmod(2)`.
  var setPermissions: @Sendable (Descriptor, mode_t) throws(SystemCallError) -> Void
  /// `fsync(2)`.
  var synchronize: @Sendable (Descriptor) throws(SystemCallError) -> Void
  /// `close(2)`. The descriptor is closed even if it throws.
  var close: @Sendable (Descriptor) throws(SystemCallError) -> Void
  /// `rename(2)`: replaces what is at the second path.
  var rename: @Sendable (_ from: String, _ to: String) throws(SystemCallError) -> Void
  /// `unlink(2)`.
  var remove: @Sendable (_ path: String) throws(SystemCallError) -> Void
  /// `mkdir(2)`.
  var makeFolder: @Sendable (_ path: String, mode_t) throws(SystemCallError) -> Void
  /// `readlink(2)`. Throws `EINVAL` if the path leads to something other than a symbolic link.
  var readLink: @Sendable (_ path: String) throws(SystemCallError) -> String
}

/// Makes a system call, and repeats it for as long as signals interrupt it.
///
/// Not for `close`: the first attempt closes the descriptor, and another file may have its number by the second.
func retrying<Result>(_ call: () throws(SystemCallError) -> Result) throws(SystemCallError) -> Result {
  while true {
    do {
      return try call()
    } catch {
      guard error.code == EINTR else { throw error }
    }
  }
}
