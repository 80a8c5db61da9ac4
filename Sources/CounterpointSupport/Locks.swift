// CounterpointSupport: Internal helpers of all modules, such as locks, source locations and HTML escaping.

#if canImport(Glibc)
public import Glibc
#elseif canImport(Musl)
public import Musl
#elseif canImport(Darwin)
public import Darwin
#endif

/// A value that is protected by a mutex. Copies share the value.
///
/// The mutex is that of POSIX. On Linux, ThreadSanitizer does not understand the one of `Synchronization` and
/// reports every access as a race (Swift 6.3.1). Creating a value costs one allocation. Locking costs as much as the
/// mutex if the compiler knows the type of the value; in unspecialized code it costs ten times as much.
@_spi(Internals) @safe public struct Locked<Value: Sendable>: @unchecked Sendable {
  // @unchecked because the value is accessed only by `withLock`, which holds the mutex. @safe because the mutex
  // lives as long as the value and never moves.
  @usableFromInline let storage: ManagedBuffer<Value, pthread_mutex_t>

  /// Creates a mutex with its value.
  @inlinable
  public init(_ value: Value) {
    unsafe storage = Storage.create(minimumCapacity: 1) { buffer in
      unsafe buffer.withUnsafeMutablePointerToElements { mutex in
        _ = unsafe pthread_mutex_init(mutex, nil)
      }
      return value
    }
  }

  /// Calls a closure with exclusive access to the value. Not reentrant. The closure must not run arbitrary code.
  @inlinable
  public func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try unsafe storage.withUnsafeMutablePointers { value, mutex in
      unsafe pthread_mutex_lock(mutex)
      defer { unsafe pthread_mutex_unlock(mutex) }
      return try unsafe body(&value.pointee)
    }
  }

  @safe @usableFromInline final class Storage: ManagedBuffer<Value, pthread_mutex_t> {
    @inlinable
    deinit {
      unsafe withUnsafeMutablePointerToElements { mutex in
        _ = unsafe pthread_mutex_destroy(mutex)
      }
    }
  }
}

/// A one-shot latch: threads wait until it is opened, and it never closes again.
///
/// Waiting blocks the thread, so use it only to wait for synchronous code on another thread. It uses a POSIX
/// condition variable for the same reason as ``Locked``.
@_spi(Internals) @safe public final class Latch: @unchecked Sendable {
  // @unchecked because `isClosed` is accessed only with the mutex held. @safe because the mutex and the condition
  // live as long as the latch and never move.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var isClosed = true

  /// Creates a closed latch.
  public init() {
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// Whether the latch was opened.
  public var isOpen: Bool {
    withMutex { !isClosed }
  }

  /// Opens the latch, and wakes all waiting threads. Idempotent.
  public func open() {
    withMutex {
      isClosed = false
      unsafe pthread_cond_broadcast(condition)
    }
  }

  /// Blocks the thread until the latch is open. The caller must not hold a lock that the opening thread needs.
  public func wait() {
    withMutex {
      while isClosed { unsafe pthread_cond_wait(condition, mutex) }
    }
  }

  /// Blocks the thread until the latch is open or a timeout has passed. The same restriction applies as for
  /// ``wait()``.
  ///
  /// - Parameter seconds: The timeout, in seconds of the wall clock.
  public func wait(atMost seconds: Int) {
    var end = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &end)
    end.tv_sec += seconds
    withMutex {
      while isClosed, unsafe pthread_cond_timedwait(condition, mutex, &end) != ETIMEDOUT {}
    }
  }

  private func withMutex<Result>(_ body: () -> Result) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return body()
  }
}
