#if SQLite

import Locks

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Lets one thread at a time through, that thread any number of times, and lets nobody wait longer than to a deadline.
///
/// What it protects is a connection with a transaction that somebody's closure runs in: that may take long, and may begin
/// another on the same connection.
@safe final class Turnstile: @unchecked Sendable {
  // @unchecked because `owner` and `depth` are touched only with the mutex held; @safe because mutex and condition live as
  // long as the turnstile and never move.
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

  /// Goes in, after those who are inside have left. Blocks the thread.
  ///
  /// - Returns: How often this thread is inside now, or nil if the deadline has passed.
  func enter(deadline: ContinuousClock.Instant) -> Int? {
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

  /// Leaves.
  ///
  /// - Returns: How often this thread is still inside.
  @discardableResult
  func leave() -> Int {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    depth -= 1
    if depth == 0 {
      owner = nil
      unsafe pthread_cond_signal(condition)
    }
    return depth
  }

  /// The time of the clock that conditions wait by.
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

#endif
