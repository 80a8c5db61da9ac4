import CounterpointSupport

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Waits for tasks that no driver runs.
enum ExternalWork {
  /// The number of yields after the last progress.
  private static let patience = 20
  /// The upper bound of yields per call.
  private static let limit = 20_000

  /// Yields to other tasks until they have made no progress for a while.
  ///
  /// Waits for the pending tasks, then for the jobs that the main actor had at that moment, then for a number of
  /// yields without progress. Any progress restarts this. The number of yields is bounded, because the main thread
  /// may be blocked.
  ///
  /// Costs about ten microseconds if no other task is running.
  ///
  /// - Parameters:
  ///   - signs: Returns a value that changes with progress.
  ///   - isPending: Returns whether a woken task has yet to run.
  static func settle<Signs: Equatable>(signs: () -> Signs, isPending: () -> Bool) async {
    var last = signs()
    var quietTurns = 0
    var mainActor: MainActorBarrier?
    for _ in 0..<limit {
      // A task whose thread was preempted needs the processor, which `Task.yield` doesn't give up. Once is enough.
      if quietTurns == patience / 2 { sched_yield() }
      await Task.yield()
      let current = signs()
      if current != last || isPending() {
        last = current
        quietTurns = 0
        mainActor = nil
      } else if let mainActor {
        if mainActor.isPassed { quietTurns += 1 }
        if quietTurns == patience { return }
      } else {
        mainActor = MainActorBarrier()
      }
    }
  }
}

/// A barrier that is passed once the main actor has run the jobs that were enqueued before the barrier.
private struct MainActorBarrier {
  private let hasPassed = Locked(false)

  init() {
    Task { @MainActor [hasPassed] in hasPassed.withLock { $0 = true } }
  }

  var isPassed: Bool { hasPassed.withLock { $0 } }
}
