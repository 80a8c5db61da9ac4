@_spi(Internals) import CounterpointSupport

/// The computation of a default by the thread that first needed it.
package final class Computation: Sendable {
  private let owner = ThreadID.current
  private let latch = Latch()

  package init() {}

  /// The computation for which each blocked thread waits. It serves to detect a cycle of waiting threads (a
  /// deadlock).
  private static let waiting = Locked<[ThreadID: Computation]>([:])

  /// Marks the computation as finished and wakes the waiting threads.
  package func finish() {
    latch.open()
  }

  /// Blocks the thread until the computation has finished.
  ///
  /// - Returns: `false`, without waiting, if the wait would be a deadlock: the computation waits for the current
  ///   thread.
  package func wait() -> Bool {
    let thread = ThreadID.current
    let mayWait = Self.waiting.withLock { waiting in
      var computation = self
      while !computation.latch.isOpen {
        if computation.owner == thread { return false }
        guard let next = waiting[computation.owner] else { break }
        computation = next
      }
      waiting[thread] = self
      return true
    }
    guard mayWait else { return false }
    latch.wait()
    Self.waiting.withLock { _ = $0.removeValue(forKey: thread) }
    return true
  }

  /// Returns the message with which the program stops if a default depends on itself.
  static func cycleText(of key: Any.Type) -> String {
    """
    The default value of the dependency '\(String(reflecting: key))' was read while it was being computed. Directly or \
    through other dependencies, the value depends on itself. Read the other dependency later, in the closures or methods of \
    the value, and not while the value is created.
    """
  }
}
