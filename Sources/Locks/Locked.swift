#if canImport(Glibc)
package import Glibc
#elseif canImport(Musl)
package import Musl
#elseif canImport(Darwin)
package import Darwin
#endif

/// A value that one thread at a time may use. Copies share it.
///
/// The mutex is POSIX's and not `Synchronization`'s, because the thread sanitizer does not see that one on Linux and
/// reports every use of the value as a race (Swift 6.3.1). One allocation; locking costs no more than the mutex, where the compiler
/// sees the type of the value: else looking that up costs ten times as much.
@safe package struct Locked<Value: Sendable>: @unchecked Sendable {
  // @unchecked because the value is touched by `withLock` only, which holds the mutex meanwhile; @safe because the mutex
  // lives as long as the value and never moves.
  @usableFromInline let storage: ManagedBuffer<Value, pthread_mutex_t>

  @inlinable
  package init(_ value: Value) {
    unsafe storage = Storage.create(minimumCapacity: 1) { buffer in
      unsafe buffer.withUnsafeMutablePointerToElements { mutex in
        _ = unsafe pthread_mutex_init(mutex, nil)
      }
      return value
    }
  }

  /// Waits for the mutex and uses the value. Not to be called from inside itself, and not to run anybody else's code.
  @inlinable
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
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
