#if !canImport(Darwin)
import CounterpointThreadLocals

/// An executor as the runtime refers to it: its identity, and its implementation.
///
/// Does not retain the executor.
@safe
struct ExecutorReference {
  private let identity: UInt
  private let implementation: UInt

  /// Refers to the executor of an actor.
  init(of actor: some Actor) {
    unsafe self.init(actor.unownedExecutor)
  }

  private init(_ executor: UnownedSerialExecutor) {
    // Safe because the type is frozen, and holds the two words that the runtime compares.
    (identity, implementation) = unsafe unsafeBitCast(executor, to: (UInt, UInt).self)
  }

  /// Returns whether the current job runs on the executor.
  ///
  /// Costs a few nanoseconds. `false` does not mean that the caller is not isolated, because an executor may
  /// recognize its thread or queue outside of a job.
  @inline(__always)
  var isCurrent: Bool { counterpoint_is_current_executor(identity, implementation) }

  /// Whether the executor is the one that the runtime provides for actors without an executor of their own.
  var isDefault: Bool { implementation == 0 }
}

/// Asks an actor's own executor whether it isolates the caller.
///
/// - Returns: `nil` if the executor can't tell.
func isIsolatingCurrentContext(_ actor: some Actor) -> Bool? {
  // `asSerialExecutor()` is for such executors only: it crashes for that of a default actor.
  unsafe actor.unownedExecutor.asSerialExecutor()?.isIsolatingCurrentContext()
}
#endif
