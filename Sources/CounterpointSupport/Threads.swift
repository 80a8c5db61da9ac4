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
  let isStarted = Latch()
  let thread = Thread {
    // Linux names no thread before its start, and none until `start` has noted which thread this is.
    isStarted.wait()
    Thread.current.name = name
    body()
  }
  if let stackSize { thread.stackSize = stackSize }
  thread.start()
  isStarted.open()
}

/// Runs work that waits for a disk or another process, on a thread that no task needs.
///
/// On Linux, the threads of global and of concurrent queues are those of all tasks, one for each processor. A serial
/// queue has a thread beyond them; at most 255 such queues work at once.
///
/// - Parameter work: Runs on the thread. Work that was given earlier need not have ended.
@_spi(Internals) public func performBlocking(_ work: @escaping @Sendable () -> Void) {
  DispatchQueue(label: "counterpoint.blocking").async(execute: work)
}
