@_spi(Internals) import CounterpointSupport

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A recursive lock with a timeout.
///
/// It protects a connection during a transaction. The transaction runs a user's closure, which may take long, and may
/// begin a nested transaction on the same connection.
@safe final class TimedRecursiveLock: @unchecked Sendable {
  // @unchecked because `owner` and `depth` are accessed only under the mutex; @safe because mutex and condition live
  // as long as the lock and never move.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var owner: ThreadID?
  private var depth = 0

  init() {
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// Acquires the lock. Blocks the thread.
  ///
  /// - Returns: The number of acquisitions by this thread, or nil if the deadline has passed.
  func lock(deadline: ContinuousClock.Instant) -> Int? {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    let thread = ThreadID.current
    if owner != thread {
      while owner != nil {
        let rest = ContinuousClock.now.duration(to: deadline)
        if rest <= .zero { return nil }
        var end = Self.time(after: rest)
        unsafe pthread_cond_timedwait(condition, mutex, &end)
      }
      owner = thread
    }
    depth += 1
    return depth
  }

  /// Releases the lock.
  ///
  /// - Returns: The remaining number of acquisitions by this thread.
  @discardableResult
  func unlock() -> Int {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    depth -= 1
    if depth == 0 {
      owner = nil
      unsafe pthread_cond_signal(condition)
    }
    return depth
  }

  /// Returns a time of the clock that conditions use.
  private static func time(after duration: Duration) -> timespec {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    let (seconds, attoseconds) = duration.components
    let nanoseconds = Int64(now.tv_nsec) + attoseconds / 1_000_000_000
    now.tv_sec += Int(seconds) + Int(nanoseconds / 1_000_000_000)
    now.tv_nsec = Int(nanoseconds % 1_000_000_000)
    return now
  }
}
