#if canImport(Glibc)
package import Glibc
#elseif canImport(Musl)
package import Musl
#elseif canImport(Darwin)
package import Darwin
#endif

/// A value that is protected by a mutex. Copies share the value.
///
/// The mutex is that of POSIX. On Linux, ThreadSanitizer does not understand the one of `Synchronization` and
/// reports every access as a race (Swift 6.3.1). Creating a value costs one allocation. Locking costs as much as the
/// mutex if the compiler knows the type of the value; in unspecialized code it costs ten times as much.
@safe package struct Locked<Value: Sendable>: @unchecked Sendable {
  // @unchecked because the value is accessed only by `withLock`, which holds the mutex. @safe because the mutex
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

  /// Calls a closure with exclusive access to the value. Not reentrant. The closure must not run arbitrary code.
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
