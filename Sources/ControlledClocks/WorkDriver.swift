@_spi(Internals) import CounterpointSupport
import IssueReporting
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// An object that runs tasks on its own executors, and therefore knows when no job of them is left to run.
///
/// A clock finds the driver of a sleeping task by the task's executor preference. So it finds the driver of every
/// task that inherits the preference, but not of a task that escaped from it, such as a detached task.
package protocol WorkDriver: AnyObject, Sendable {
  /// Returns whether the driver runs tasks with this executor preference. The executor may only be compared, not
  /// used.
  func owns(_ executor: UnownedTaskExecutor) -> Bool

  /// Returns once no job is ready to run: each task has ended or is suspended. Call it from outside of these tasks.
  /// Stays on the caller's actor where possible, because switching executors would take most of the time.
  nonisolated(nonsending) func settle() async

  /// Notifies the driver that a task with this preference sleeps until a clock is advanced.
  ///
  /// - Parameters:
  ///   - sleep: The identifier of the sleep, unique in the process.
  ///   - executor: The executor preference of the task.
  ///   - deadline: The duration between the clock's zero and the end of the sleep.
  func taskFellAsleep(_ sleep: UInt64, on executor: UnownedTaskExecutor, until deadline: any Sendable)

  /// Notifies the driver that a sleep has ended, by waking or by cancellation. The task may not be running yet.
  func taskWoke(_ sleep: UInt64, on executor: UnownedTaskExecutor)
}

/// The drivers of this process, each with the test that it belongs to.
///
/// The owner of an entry is the driver, which a test store creates. Entries are weak, and the next registration removes
/// those of deallocated drivers.
///
/// The list is process-wide because the test that advances a clock, the store and the clock share no scope. A clock may
/// be created before the store and have no reference to it. A task local can't be set for the rest of a test either.
///
/// The cost for a program in production is one lock and an empty list per sleep on a test clock, and nothing otherwise.
/// In tests, a sleep and an advance each take a lock and scan the registered drivers of the process.
package enum WorkDrivers {
  private struct Entry: Sendable {
    weak let driver: (any WorkDriver)?
    let test: TestContext.Testing.Test.ID?
  }

  private static let entries = Locked<[Entry]>([])

  /// Registers a driver for the running test. The registry holds it weakly.
  package static func register(_ driver: any WorkDriver) {
    let test = runningTest
    entries.withLock { entries in
      entries.removeAll { $0.driver == nil }
      entries.append(Entry(driver: driver, test: test))
    }
  }

  /// The drivers of the running test.
  static var ofRunningTest: [any WorkDriver] {
    let test = runningTest
    return entries.withLock { entries in entries.lazy.filter { $0.test == test }.compactMap(\.driver) }
  }

  /// All registered drivers.
  static var all: [any WorkDriver] {
    entries.withLock { entries in entries.compactMap(\.driver) }
  }

  /// The identifier of the running test; `nil` outside of Swift Testing, because XCTest runs one test at a time.
  private static var runningTest: TestContext.Testing.Test.ID? {
    guard isTesting, case .swiftTesting(let testing)? = TestContext.current else { return nil }
    return testing?.test.id
  }
}

/// A task that sleeps on a clock and whose jobs a driver runs.
@safe struct SleepingTask: @unchecked Sendable {
  // @unchecked and @safe because the executor is only compared and never called: it may be deallocated while its
  // task sleeps.
  let driver: any WorkDriver
  private let executor: UnownedTaskExecutor
  /// A number that identifies this sleep.
  private let sleep: UInt64

  private static let lastSleep = Locked<UInt64>(0)

  /// Creates a value for the current task; fails if no driver runs that task.
  init?() {
    guard let executor = unsafe withUnsafeCurrentTask(body: { unsafe $0?.unownedTaskExecutor }) else { return nil }
    guard let driver = WorkDrivers.all.first(where: { unsafe $0.owns(executor) }) else { return nil }
    self.driver = driver
    unsafe self.executor = executor
    sleep = Self.lastSleep.withLock { last in
      last += 1
      return last
    }
  }

  func fellAsleep(until deadline: any Sendable) {
    unsafe driver.taskFellAsleep(sleep, on: executor, until: deadline)
  }

  func woke() {
    unsafe driver.taskWoke(sleep, on: executor)
  }
}

/// Waits for tasks that no driver runs.
enum ExternalWork {
  /// The number of yields after the last progress.
  private static let requiredQuietYields = 20
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
  ///   - progress: Returns a value that changes with progress.
  ///   - isPending: Returns whether a woken task has yet to run.
  static func settle<Progress: Equatable>(progress: () -> Progress, isPending: () -> Bool) async {
    var last = progress()
    var quietYields = 0
    var mainActor: MainActorBarrier?
    for _ in 0..<limit {
      // A task whose thread was preempted needs the processor, which `Task.yield` doesn't give up. Once is enough.
      if quietYields == requiredQuietYields / 2 { sched_yield() }
      await Task.yield()
      let current = progress()
      if current != last || isPending() {
        last = current
        quietYields = 0
        mainActor = nil
      } else if let mainActor {
        if mainActor.isPassed { quietYields += 1 }
        if quietYields == requiredQuietYields { return }
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
