import Locks

/// The computation of one default, by the thread that asked for it first.
package final class Computation: Sendable {
  private let owner = ThreadID.current
  private let latch = Latch()

  package init() {}

  /// Which computation each waiting thread waits for, so that a ring of threads that wait for one another is seen.
  private static let waiting = Locked<[ThreadID: Computation]>([:])

  /// The value is known: lets those through who wait.
  package func finish() {
    latch.open()
  }

  /// Blocks the thread until the value is known.
  ///
  /// - Returns: False, at once, if that would be never: the value waits for what this very thread computes.
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

  /// What a program is told that stops because a default needs itself.
  static func cycleText(of key: Any.Type) -> String {
    """
    The default value of the dependency '\(String(reflecting: key))' was read while it was being computed: directly or \
    through other dependencies, the value needs itself. Read the other dependency later, inside the closures or methods of \
    the value, and not while the value is made.
    """
  }
}
