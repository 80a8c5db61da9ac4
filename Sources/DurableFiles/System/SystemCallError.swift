public import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A system call before it is made.
@_spi(Internals) public struct SystemCall: Sendable {
  /// The kind of a system call.
  public enum Name: String, Sendable {
    case open, read, write, fsync, close, rename, unlink, mkdir, stat, access, lock, list, link, chmod, chown, attribute
    case watch, allocate, truncate
  }

  /// The kind of the call.
  public let name: Name
  /// The path of the file that it accesses.
  public let path: String
}

/// A failed system call.
public struct SystemCallError: Error, Sendable {
  /// The kind of the call.
  @_spi(Internals) public let call: SystemCall.Name
  /// The path of the file or folder that could not be accessed.
  public let path: String
  /// The value of `errno`, such as `ENOSPC`.
  public let code: Int32
  /// The details that the system's error text does not contain.
  private let detail: String?

  /// Creates the error of a call.
  @_spi(Internals) public init(call: SystemCall.Name, path: String, code: Int32, detail: String? = nil) {
    self.call = call
    self.path = path
    self.code = code
    self.detail = detail
  }

  /// The reason without the path, such as `No space left on device`.
  public var reason: String {
    // The text is the thread's own or a constant, and is copied before any other call can change it.
    detail ?? (unsafe String(cString: strerror(code)))
  }

  /// The same error with an addition to its reason.
  func appending(_ text: String) -> SystemCallError {
    SystemCallError(call: call, path: path, code: code, detail: "\(reason). \(text)")
  }
}

extension SystemCallError: CustomStringConvertible, LocalizedError {
  /// The call, the path, the reason and the code.
  public var description: String { "\(call.rawValue) '\(path)': \(reason) (\(code))" }

  /// The same text as ``description``.
  public var errorDescription: String? { description }
}
