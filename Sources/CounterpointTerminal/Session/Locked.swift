#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A value that one thread at a time may use.
///
/// A POSIX mutex and not the one of the module `Synchronization`, because the thread sanitizer does not see that one on
/// Linux and would report every use of the value.
///
/// `@safe` because the mutex lives as long as the object; `@unchecked Sendable` because `value` is touched by nobody
/// but
/// `withLock`, which holds the mutex meanwhile.
@safe final class Locked<Value: Sendable>: @unchecked Sendable {
  private var value: Value
  /// On the heap of its own accord: a mutex must not move, and a stored property may.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  init(_ value: Value) {
    self.value = value
    unsafe mutex = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Waits for the mutex and uses the value. Not to be called from inside itself.
  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return body(&value)
  }
}
