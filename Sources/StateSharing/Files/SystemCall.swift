import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A system call before it is made.
package struct SystemCall: Sendable {
  package enum Name: String, Sendable {
    case open, read, write, fsync, close, rename, unlink, mkdir, stat, access, lock, list, link
  }

  package let name: Name
  package let path: String
}

/// A failed system call.
package struct SystemCallError: Error, CustomStringConvertible, Sendable {
  package let call: SystemCall.Name
  package let path: String
  package let code: Int32
  /// The details that the system's error text does not contain.
  private let detail: String?

  package init(call: SystemCall.Name, path: String, code: Int32, detail: String? = nil) {
    self.call = call
    self.path = path
    self.code = code
    self.detail = detail
  }

  package var description: String {
    let text = detail ?? (unsafe String(cString: strerror(code)))
    return "\(call.rawValue) '\(path)': \(text) (\(code))"
  }
}

/// The metadata that identifies a state of a file without reading it.
package struct FileStamp: Hashable, Sendable {
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
  let links: UInt64

  /// Returns whether both are states of the same file.
  package func isSameFile(as other: FileStamp) -> Bool {
    device == other.device && inode == other.inode
  }

  /// Whether any later change of the file gives it another stamp.
  ///
  /// The clock of a file system advances in steps of up to ten milliseconds. Two changes within a step have the same
  /// time.
  var isConclusive: Bool {
    let age = Date().timeIntervalSince1970 - Double(changeSeconds) - Double(changeNanoseconds) / 1e9
    return age > 0.05
  }

  var isRegularFile: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFREG) }
  var isDirectory: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFDIR) }
  var isLink: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFLNK) }
}
