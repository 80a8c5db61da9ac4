#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A failed system call, or the reason for not making it.
struct SystemCallError: Error, Equatable, Sendable, CustomStringConvertible {
  /// One of the codes of `errno`.
  var code: Int32
  /// Better words than the system's own.
  var text: String?

  init(_ code: Int32, _ text: String? = nil) {
    self.code = code
    self.text = text
  }

  /// The error of the call that has just failed on this thread.
  static var last: Self { Self(errno) }

  /// The system's text, such as `No space left on device`.
  var description: String {
    if let text { return text }
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    // The text is the thread's own or a constant, and is copied before anything else can ask for another.
    return unsafe String(cString: text)
  }
}
