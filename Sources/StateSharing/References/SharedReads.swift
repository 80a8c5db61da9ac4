import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Which shared values a function reads, and whether other threads have changed them since.
///
/// For observers. Observation begins to watch what a function has read only once the function is over: a change that another
/// thread makes in between would be missed.
package final class SharedReads {
  private struct Read {
    let signals: Signals
    /// How often it had been changed when it was first read.
    var changes: Int
  }

  private var reads: [ObjectIdentifier: Read] = [:]

  /// The innermost one that is going on on the current thread lies in a variable of the thread.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    unsafe pthread_key_create(&key, nil)
    return key
  }()

  private static var current: SharedReads? {
    // Safe because `during` holds it as long as it is there.
    unsafe pthread_getspecific(key).map { unsafe Unmanaged<SharedReads>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Runs a function that reads.
  ///
  /// - Parameter body: Reads, and begins to watch what it has read.
  /// - Returns: Whether another thread has changed something after it was first read.
  package static func areOutdated(after body: () -> Void) -> Bool {
    let reads = SharedReads()
    let outer = unsafe pthread_getspecific(key)
    withExtendedLifetime(reads) {
      unsafe pthread_setspecific(key, Unmanaged.passUnretained(reads).toOpaque())
      body()
      unsafe pthread_setspecific(key, outer)
    }
    return reads.reads.values.contains { $0.changes != $0.signals.changes.load(ordering: .sequentiallyConsistent) }
  }

  /// Notes that a value is about to be read.
  static func noteRead(_ signals: Signals) {
    guard let current else { return }
    let id = ObjectIdentifier(signals)
    if current.reads[id] != nil { return }
    current.reads[id] = Read(signals: signals, changes: signals.changes.load(ordering: .sequentiallyConsistent))
  }

  /// Notes that the current thread has changed a value: the function that reads does so itself.
  static func noteChange(_ signals: Signals) {
    current?.reads[ObjectIdentifier(signals)]?.changes += 1
  }
}
