import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The identifier of a running thread. A later thread may reuse the identifier of a thread that has ended.
package struct ThreadID: Hashable, Sendable {
  private let bits: UInt

  /// The identifier of the calling thread.
  package static var current: ThreadID {
    #if canImport(Darwin)
    unsafe ThreadID(bits: UInt(bitPattern: pthread_self()))
    #else
    ThreadID(bits: UInt(pthread_self()))
    #endif
  }
}

/// The thread that runs the user interface.
package enum MainThread {
  /// Whether this thread drains the main queue. On Linux it is not always the first thread, because the main actor
  /// moves to other threads while `main` is suspended.
  package static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }

  private static let key: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()
}
