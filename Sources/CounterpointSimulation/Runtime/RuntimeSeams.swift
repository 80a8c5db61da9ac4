import CounterpointSimulatedCalls

#if os(Linux)
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency
#endif

// Everything in this file depends on a property of the runtime that is not documented. `RuntimeSeamsTests` checks each.

/// The way by which a job reaches an executor, which decides how it has to be run.
enum JobKind: UInt64, Sendable {
  /// The job's task prefers the executor of a process.
  case preferred = 1
  /// The job would run on the pool of the program.
  case pool
  /// The job would run on the main thread.
  case main
}

/// The seams between the runtime of Swift and a simulation.
enum RuntimeSeams {
  /// The reason why this program can't be simulated; nil if it can. Reading it installs the seams for the whole
  /// process, once. On threads outside of a simulation they call what was there before.
  static let problem: String? = install()

  /// Runs a job on the calling thread, as the executor would that it was enqueued on.
  static func run(_ job: UnownedJob, _ kind: JobKind, of process: SimulatedProcess) {
    switch kind {
    case .preferred: unsafe job.runSynchronously(on: process.asUnownedTaskExecutor())
    // With the executor of a process, the task would notice that it prefers none, and enqueue itself again.
    case .pool: unsafe job.runSynchronously(on: poolExecutor)
    case .main: unsafe job.runSynchronously(on: MainActor.sharedUnownedExecutor)
    }
  }

  /// The executor of jobs that are on the pool: the runtime writes it as two zeros.
  private static var poolExecutor: UnownedSerialExecutor {
    unsafe unsafeBitCast((0, 0), to: UnownedSerialExecutor.self)
  }

  #if os(Linux)
  private static func install() -> String? {
    guard counterpoint_can_simulate() else { return "It needs Linux with glibc." }
    unsafe counterpoint_set_answers(
      counterpoint_answers(
        now: { isDate in Worker.current?.now(isDate: isDate) ?? 0 },
        pause: { nanoseconds in Worker.current?.pause(for: nanoseconds) },
        random: { Worker.current?.random() ?? 0 },
        leave: { function in unsafe Worker.current?.leave(by: String(cString: function)) }
      )
    )
    _createExecutors(factory: SimulationExecutors.self)
    return nil
  }

  /// The executors of the program, which pass the jobs of a simulation to it.
  private struct SimulationExecutors: ExecutorFactory {
    static let mainExecutor: any MainExecutor = SimulatedMainExecutor()
    static let defaultExecutor: any TaskExecutor = SimulatedPool()
  }

  private final class SimulatedPool: TaskExecutor, SchedulingExecutor, Sendable {
    private let original = PlatformExecutorFactory.defaultExecutor

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      if let worker = Worker.current { worker.receive(job, .pool) } else { original.enqueue(ExecutorJob(job)) }
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob,
      after delay: C.Duration,
      tolerance: C.Duration?,
      clock: C
    ) {
      let job = UnownedJob(job)
      if let worker = Worker.current {
        worker.receive(job, .pool, after: nanoseconds(delay))
      } else {
        (original as? any SchedulingExecutor)?
          .enqueue(ExecutorJob(job), after: delay, tolerance: tolerance, clock: clock)
      }
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob,
      at instant: C.Instant,
      tolerance: C.Duration?,
      clock: C
    ) {
      let job = UnownedJob(job)
      if let worker = Worker.current {
        worker.receive(job, .pool, after: nanoseconds(clock.now.duration(to: instant)))
      } else {
        (original as? any SchedulingExecutor)?
          .enqueue(ExecutorJob(job), at: instant, tolerance: tolerance, clock: clock)
      }
    }
  }

  private final class SimulatedMainExecutor: MainExecutor, Sendable {
    private let original = PlatformExecutorFactory.mainExecutor

    func run() throws { try original.run() }
    func stop() { original.stop() }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      if let worker = Worker.current { worker.receive(job, .main) } else { original.enqueue(ExecutorJob(job)) }
    }

    // Jobs of the main actor in a simulation have this executor as their own, so the runtime asks for other code only.
    func isIsolatingCurrentContext() -> Bool? { original.isIsolatingCurrentContext() }
    func checkIsolated() { original.checkIsolated() }
  }
  #else
  private static func install() -> String? { "It needs Linux with glibc." }
  #endif
}

/// Returns a duration in nanoseconds; zero for a clock whose durations are not those of the standard library.
private func nanoseconds<D: DurationProtocol>(_ duration: D) -> Int64 {
  (duration as? Duration).map { VirtualTime.nanoseconds($0) } ?? 0
}

extension SimulatedProcess: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    scheduler.receive(UnownedJob(job), .preferred, of: self)
  }
}

#if os(Linux)
extension SimulatedProcess: SchedulingExecutor {
  func enqueue<C: Clock>(_ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C) {
    scheduler.receive(UnownedJob(job), .preferred, of: self, after: nanoseconds(delay))
  }

  func enqueue<C: Clock>(_ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C) {
    let delay = nanoseconds(clock.now.duration(to: instant))
    scheduler.receive(UnownedJob(job), .preferred, of: self, after: delay)
  }
}
#endif

extension Worker {
  /// The worker of the calling thread; nil on threads outside of simulations.
  static var current: Worker? {
    // The thread's own function retains it.
    unsafe counterpoint_get_worker().map { unsafe Unmanaged<Worker>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Runs a closure on a thread of the simulation.
  func asCurrent<Result>(_ body: () -> Result) -> Result {
    let before = unsafe counterpoint_get_worker()
    unsafe counterpoint_set_worker(Unmanaged.passUnretained(self).toOpaque())
    defer { unsafe counterpoint_set_worker(before) }
    return body()
  }

  /// Runs a closure on a thread of the simulation as if it were none: with the real time.
  static func outside<Result>(_ body: () -> Result) -> Result {
    let before = unsafe counterpoint_get_worker()
    counterpoint_set_worker(nil)
    defer { unsafe counterpoint_set_worker(before) }
    return body()
  }
}
