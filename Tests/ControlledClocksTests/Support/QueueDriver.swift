import ControlledClocks
import DequeModule
@_spi(Internals) import CounterpointSupport

/// Runs its tasks one at a time and in order, and only in `settle()`. A test store does the same with effects.
final class QueueDriver: TaskExecutor, WorkDriver {
  private let jobs = Locked<Deque<UnownedJob>>([])
  private let sleeping = Locked(0)

  init() {
    WorkDrivers.register(self)
  }

  /// The number of its tasks that sleep on a test clock.
  var sleepers: Int { sleeping.withLock { $0 } }

  /// The number of jobs that the next call of `settle()` runs.
  var readyJobs: Int { jobs.withLock { $0.count } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  func owns(_ executor: UnownedTaskExecutor) -> Bool {
    unsafe executor == asUnownedTaskExecutor()
  }

  nonisolated(nonsending) func settle() async {
    runReadyJobs()
  }

  private func runReadyJobs() {
    while let job = jobs.withLock({ $0.popFirst() }) {
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  func taskFellAsleep(_ sleep: UInt64, on executor: UnownedTaskExecutor, until deadline: any Sendable) {
    sleeping.withLock { $0 += 1 }
  }

  func taskWoke(_ sleep: UInt64, on executor: UnownedTaskExecutor) {
    sleeping.withLock { $0 -= 1 }
  }

  /// Starts a task that the driver runs.
  @discardableResult
  func start(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    Task(executorPreference: self) { await operation() }
  }
}
