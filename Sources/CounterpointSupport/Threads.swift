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
