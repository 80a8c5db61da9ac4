import Locks

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Waiting for tasks that nobody controls.
enum ForeignWork {
  /// How many turns others get after the last sign of life.
  private static let patience = 20
  /// How many turns they get at most, whatever they do.
  private static let limit = 20_000

  /// Lets other tasks run, until there has been no sign of life for a while.
  ///
  /// First for those that must run soon, then for what the main actor has to do, which may be theirs, then for a number of turns
  /// in which nothing happens; and all over again when something does. Never for ever: the main thread may be blocked.
  ///
  /// Costs some ten microseconds where nothing else runs.
  ///
  /// - Parameters:
  ///   - signs: Something that changes when there is life.
  ///   - isPending: Whether somebody must run soon.
  static func settle<Signs: Equatable>(signs: () -> Signs, isPending: () -> Bool) async {
    var last = signs()
    var quietTurns = 0
    var mainActor: MainActorBarrier?
    for _ in 0..<limit {
      // A task whose thread the system has put aside needs the processor, and not a turn: give it up once.
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

/// Passed once the main actor has done what it had to do when the barrier was made.
private struct MainActorBarrier {
  private let hasPassed = Locked(false)

  init() {
    Task { @MainActor [hasPassed] in hasPassed.withLock { $0 = true } }
  }

  var isPassed: Bool { hasPassed.withLock { $0 } }
}
