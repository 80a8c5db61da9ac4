#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Closed until somebody opens it, once and for good; threads wait at it.
///
/// Blocks the thread: for waiting for synchronous code that another thread runs, and for nothing else. POSIX's condition
/// for the same reason as in ``Locked``.
@safe package final class Latch: @unchecked Sendable {
  // @unchecked because `isClosed` is touched only with the mutex held; @safe because mutex and condition live as long as
  // the latch and never move.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var isClosed = true

  package init() {
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  package var isOpen: Bool {
    withMutex { !isClosed }
  }

  /// Lets through all who wait, and all who come later.
  package func open() {
    withMutex {
      isClosed = false
      unsafe pthread_cond_broadcast(condition)
    }
  }

  /// Blocks the thread until the latch is open. No lock may be held by the caller that the opener needs.
  package func wait() {
    withMutex {
      while isClosed { unsafe pthread_cond_wait(condition, mutex) }
    }
  }

  /// Blocks the thread until the latch is open, or some seconds have passed. The same restriction applies as for
  /// ``wait()``.
  ///
  /// - Parameter seconds: How long to wait at most, in seconds of the wall clock.
  package func wait(atMost seconds: Int) {
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
