import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A call that the operating system is about to get.
package struct SystemCall: Sendable {
  package enum Name: String, Sendable {
    case open, read, write, fsync, close, rename, unlink, mkdir, stat, lock, list, link
  }

  package let name: Name
  package let path: String
}

/// A call of the operating system that failed.
package struct SystemCallError: Error, CustomStringConvertible, Sendable {
  package let call: SystemCall.Name
  package let path: String
  package let code: Int32

  package init(call: SystemCall.Name, path: String, code: Int32) {
    self.call = call
    self.path = path
    self.code = code
  }

  package var description: String {
    let text = unsafe String(cString: strerror(code))
    return "\(call.rawValue) '\(path)': \(text) (\(code))"
  }
}

/// What tells one state of a file from another without reading it.
package struct FileStamp: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64
  let size: Int64
  let seconds: Int64
  let nanoseconds: Int64
  let mode: UInt32

  /// Whether both are states of one file.
  package func isSameFile(as other: FileStamp) -> Bool {
    device == other.device && inode == other.inode
  }

  var isDirectory: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFDIR) }
  var isLink: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFLNK) }
}
