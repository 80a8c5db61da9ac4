import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A mutex that knows whether the current thread holds it. Not reentrant.
@safe final class ExclusiveLock: @unchecked Sendable {
  // @unchecked and @safe because the mutex lives as long as the lock and never moves.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  /// The thread that holds the mutex, or zero. A thread writes only its own id here, so a relaxed read is enough to
  /// recognize it.
  private let owner = Atomic<UInt>(0)

  init() {
    unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  var isHeldByThisThread: Bool {
    owner.load(ordering: .relaxed) == Self.thisThread
  }

  func lock() {
    unsafe pthread_mutex_lock(mutex)
    owner.store(Self.thisThread, ordering: .relaxed)
  }

  func unlock() {
    owner.store(0, ordering: .relaxed)
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Runs a function under the mutex, and locks it unless the current thread holds it already.
  func whileHeld<Result>(_ body: () -> Result) -> Result {
    if isHeldByThisThread { return body() }
    lock()
    defer { unlock() }
    return body()
  }

  private static var thisThread: UInt {
    #if canImport(Darwin)
    unsafe UInt(bitPattern: pthread_self())
    #else
    UInt(pthread_self())
    #endif
  }
}

/// Passes a value of any type across a Sendable boundary.
struct Transfer<Value>: @unchecked Sendable {
  // @unchecked because a lock protects the value on both sides. The object behind a value of class type is its owner's
  // responsibility, as `Shared` documents.
  let value: Value
}
