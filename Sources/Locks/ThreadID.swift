#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Tells one running thread from another. A thread that has ended may leave its id to a new one.
package struct ThreadID: Hashable, Sendable {
  private let bits: UInt

  /// The thread that asks.
  package static var current: ThreadID {
    #if canImport(Darwin)
    unsafe ThreadID(bits: UInt(bitPattern: pthread_self()))
    #else
    ThreadID(bits: UInt(pthread_self()))
    #endif
  }
}
