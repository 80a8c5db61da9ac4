import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The identifier of a running thread. A later thread may reuse the identifier of a thread that has ended.
@_spi(Internals) public struct ThreadID: Hashable, Sendable {
  private let bits: UInt

  /// The identifier of the calling thread.
  public static var current: ThreadID {
    #if canImport(Darwin)
    unsafe ThreadID(bits: UInt(bitPattern: pthread_self()))
    #else
    ThreadID(bits: UInt(pthread_self()))
    #endif
  }
}

/// Starts a thread.
///
/// - Parameters:
///   - name: The name of the thread, as debuggers and `top -H` show it; at most 15 bytes, because Linux has no longer
///     ones.
///   - stackSize: The size of its stack in bytes; `nil` for the default.
///   - body: Runs on the thread, which ends with it.
@_spi(Internals) public func startThread(
  named name: String,
  stackSize: Int? = nil,
  _ body: @escaping @Sendable () -> Void
) {
  precondition(name.utf8.count <= 15, "The name of a thread has at most 15 bytes.")
  let thread = Thread {
    // On the thread itself. Before its start, Linux would name it like the thread that starts it.
    Thread.current.name = name
    body()
  }
  if let stackSize { thread.stackSize = stackSize }
  thread.start()
}
