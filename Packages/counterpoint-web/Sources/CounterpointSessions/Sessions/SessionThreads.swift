@_spi(Internals) import CounterpointSupport
import Dispatch
import Foundation

/// The threads on which sessions run: reducers, pages, and effects up to their first suspension.
///
/// Code of a program can compute or block for seconds. On the threads that all tasks of the process share, it would
/// stop requests for files, health checks and other visitors. Sessions have threads of their own: as many as there are
/// processors, and more while sessions wait for one. A session that runs for longer than a slice goes to the end of the
/// queue.
final class SessionThreads: Sendable {
  static let shared = SessionThreads()

  private struct Waiting: Sendable {
    let executor: SessionExecutor
    let start: ContinuousClock.Instant
  }

  private struct State: Sendable {
    /// The executors that have jobs, from an index on. Earlier ones were taken.
    var queue: [Waiting?] = []
    var first = 0
    var idle = 0
    var threads = 0
    var isWatched = false

    var count: Int { queue.count - first }

    mutating func take() -> Waiting? {
      guard first < queue.count else { return nil }
      let next = queue[first]
      queue[first] = nil
      first += 1
      // The taken half is removed at once, so that taking is amortized O(1).
      if first * 2 > queue.count {
        queue.removeFirst(first)
        first = 0
      }
      return next
    }
  }

  /// The time for which a session can run while others wait.
  static let slice = Duration.milliseconds(10)
  /// The time after which a waiting session gets a further thread.
  private static let patience = Duration.milliseconds(50)

  private let state = Locked(State())
  private let work = DispatchSemaphore(value: 0)
  private let minimum: Int
  private let maximum: Int

  /// - Parameters:
  ///   - minimum: The number of threads that stay.
  ///   - maximum: The largest number of threads, and so of sessions that run at once.
  init(minimum: Int = max(2, ProcessInfo.processInfo.activeProcessorCount), maximum: Int = 64) {
    self.minimum = minimum
    self.maximum = max(minimum, maximum)
  }

  /// Runs an executor on one of the threads, after those that wait already.
  func schedule(_ executor: SessionExecutor) {
    let (isShort, startsWatching) = state.withLock { state in
      state.queue.append(Waiting(executor: executor, start: .now))
      guard state.count > state.idle else { return (false, false) }
      guard state.threads >= minimum else {
        state.threads += 1
        return (true, false)
      }
      defer { state.isWatched = true }
      return (false, !state.isWatched)
    }
    work.signal()
    if isShort { startThread(staying: true) }
    if startsWatching { Thread.detachNewThread { [self] in watch() } }
  }

  private func startThread(staying: Bool) {
    let thread = Thread { [self] in run(staying: staying) }
    thread.name = "counterpoint.session"
    // Reducers and pages can be as deep as on the main thread.
    thread.stackSize = 8 << 20
    thread.start()
  }

  private func run(staying: Bool) {
    while true {
      state.withLock { $0.idle += 1 }
      let result = staying ? wait() : work.wait(timeout: .now() + .seconds(5))
      let (next, isOver) = state.withLock { state -> (Waiting?, Bool) in
        state.idle -= 1
        guard result == .timedOut else { return (state.take(), false) }
        guard state.count == 0 else { return (nil, false) }
        state.threads -= 1
        return (nil, true)
      }
      if isOver { return }
      if let next, next.executor.run(for: Self.slice) { schedule(next.executor) }
    }
  }

  private func wait() -> DispatchTimeoutResult {
    work.wait()
    return .success
  }

  /// Starts further threads while a session waits for too long.
  private func watch() {
    while true {
      Thread.sleep(forTimeInterval: 0.02)
      let (isOver, isLate) = state.withLock { state -> (Bool, Bool) in
        guard state.count > 0, let oldest = state.queue[state.first] else {
          state.isWatched = false
          return (true, false)
        }
        guard oldest.start.duration(to: .now) > Self.patience, state.idle == 0, state.threads < maximum else {
          return (false, false)
        }
        state.threads += 1
        return (false, true)
      }
      if isLate { startThread(staying: false) }
      if isOver { return }
    }
  }
}

/// The executor of a session's actor, which runs its jobs in order on one of the ``SessionThreads``.
final class SessionExecutor: SerialExecutor {
  private struct State: Sendable {
    var jobs: [UnownedJob] = []
    /// Whether the executor runs, or waits for a thread.
    var isScheduled = false
  }

  private let state = Locked(State())
  private let threads: SessionThreads

  init(_ threads: SessionThreads = .shared) {
    self.threads = threads
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isFirst = state.withLock { state in
      state.jobs.append(job)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if isFirst { threads.schedule(self) }
  }

  // The actor that owns the executor, or the thread that runs it, keeps it alive.
  func asUnownedSerialExecutor() -> UnownedSerialExecutor { unsafe UnownedSerialExecutor(ordinary: self) }

  /// Runs jobs until none is left, or until a time is over.
  ///
  /// - Returns: Whether jobs are left, so that the executor must be scheduled again.
  func run(for slice: Duration) -> Bool {
    let end = ContinuousClock.now + slice
    while true {
      let jobs = state.withLock { state in
        defer { state.jobs = [] }
        state.isScheduled = !state.jobs.isEmpty
        return state.jobs
      }
      if jobs.isEmpty { return false }
      for (index, job) in jobs.enumerated() {
        // Each job is run once, because it is taken out of the list before.
        unsafe job.runSynchronously(on: asUnownedSerialExecutor())
        guard index + 1 < jobs.count, ContinuousClock.now > end else { continue }
        state.withLock { $0.jobs = jobs[(index + 1)...] + $0.jobs }
        return true
      }
      // An executor with further jobs stays scheduled, so no other thread runs it.
      if ContinuousClock.now > end, state.withLock({ !$0.jobs.isEmpty }) { return true }
    }
  }
}
