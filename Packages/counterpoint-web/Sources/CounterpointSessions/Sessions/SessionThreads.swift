@_spi(Internals) import CounterpointSupport
import Dispatch
import Foundation

/// The threads on which sessions run: reducers, pages, and effects up to their first suspension.
///
/// Code of a program can compute or block for seconds. On the threads that all tasks of the process share, it would
/// stop requests for files, health checks and other visitors. Sessions have threads of their own: as many as there are
/// processors, and a further one for each that is stuck in a long job. A session that runs for longer than a slice goes
/// to the end of the queue. The addresses of the clients take turns, and one address has at most an eighth of the
/// threads, or as many as there are processors if they are more. So a client that sends many requests at once delays
/// its own.
///
/// Requests go first. Pages that show the changes of others are rendered on the other half of the threads, each session
/// in its turn. So a value that all pages show can change often: a page that waits for its turn shows all changes until
/// then at once, and its cost does not delay requests.
final class SessionThreads: SessionScheduler {
  static let shared = SessionThreads()

  /// The kinds of work, by which sessions wait in different queues.
  enum Work: Sendable {
    /// Requests, effects and everything else that is not an update.
    case request
    /// The rendering of a page that has changed without a request: jobs with the priority `utility` or a lower one.
    case update
  }

  private struct Run: Sendable {
    let work: Work
    let start: ContinuousClock.Instant
  }

  private struct State: Sendable {
    var requests: FairQueue
    var updates: FairQueue
    /// The current runs by their numbers.
    var runs: [Int: Run] = [:]
    var runCount = 0
    /// The time that updates can take although requests wait.
    var credit = Duration.zero
    /// The threads that wait for work, without those that were woken already.
    var idle = 0
    var threads = 0
    var isWatched = false

    var isEmpty: Bool { requests.isEmpty && updates.isEmpty }

    subscript(work: Work) -> FairQueue {
      get { work == .request ? requests : updates }
      _modify { if work == .request { yield &requests } else { yield &updates } }
    }
  }

  /// The time for which a session can run while others wait.
  static let slice = Duration.milliseconds(10)
  /// Updates get a fifth of the time while requests wait: a quarter of that of requests.
  private static let creditDivisor = 4
  private static let creditLimit = Duration.milliseconds(50)

  private let state: Locked<State>
  private let wakeups = DispatchSemaphore(value: 0)
  private let minimum: Int
  private let maximum: Int
  private let patience: Duration
  /// The number of threads that render updates at once.
  private let updateLimit: Int
  let processorTime: @Sendable () -> Duration

  var width: Int { minimum }

  /// - Parameters:
  ///   - minimum: The number of threads that stay.
  ///   - maximum: The largest number of threads, and so of sessions that run at once.
  ///   - patience: The time after which a run no longer counts as one, because it may be blocked.
  ///   - processorTime: Returns the processor time of the calling thread.
  init(
    minimum: Int = max(2, ProcessInfo.processInfo.activeProcessorCount),
    maximum: Int = 64,
    patience: Duration = SessionThreads.slice,
    processorTime: @escaping @Sendable () -> Duration = threadProcessorTime
  ) {
    self.minimum = minimum
    self.maximum = max(minimum, maximum)
    self.patience = patience
    self.updateLimit = max(1, minimum / 2)
    self.processorTime = processorTime
    // Updates are limited together.
    let limit = max(minimum, maximum / 8)
    state = Locked(State(requests: FairQueue(limit: limit), updates: FairQueue(limit: .max)))
  }

  private enum Step {
    case wake, start, watch
  }

  /// Runs an executor on one of the threads, after those that wait already with the same kind of work.
  func schedule(_ executor: SessionExecutor, for work: Work) {
    let step: Step? = state.withLock { state in
      state[work].append(executor)
      if work == .request ? !state.requests.isEmpty : canUpdate(state) {
        if state.idle > 0 {
          state.idle -= 1
          return .wake
        }
        if state.threads < minimum {
          state.threads += 1
          return .start
        }
      }
      // The others of an address at its limit continue with the end of a run.
      guard !state.isEmpty, !state.isWatched else { return nil }
      state.isWatched = true
      return .watch
    }
    switch step {
    case .wake: wakeups.signal()
    case .start: addThread(staying: true)
    case .watch: startThread(named: "session watch") { [self] in watch() }
    case nil: break
    }
  }

  private func isStuck(_ run: Run) -> Bool { run.start.duration(to: .now) > patience }

  private func canUpdate(_ state: State) -> Bool {
    !state.updates.isEmpty && state.runs.values.count { $0.work == .update && !isStuck($0) } < updateLimit
  }

  private func addThread(staying: Bool) {
    // Reducers and pages can be as deep as on the main thread.
    startThread(named: "web session", stackSize: 8 << 20) { [self] in run(staying: staying) }
  }

  private func run(staying: Bool) {
    while true {
      guard let (number, executor, work) = take() else {
        if wait(staying: staying) { continue } else { return }
      }
      let start = ContinuousClock.now
      executor.run(work, for: Self.slice)
      let duration = start.duration(to: .now)
      let (isOver, wakes) = state.withLock { state -> (Bool, Bool) in
        state.runs[number] = nil
        state[work].didRun(executor)
        switch work {
        case .request: state.credit = min(state.credit + duration / Self.creditDivisor, Self.creditLimit)
        case .update: state.credit = max(state.credit - duration, .zero - Self.creditLimit)
        }
        guard !staying, state.threads - state.runs.values.count(where: isStuck) > minimum else { return (false, false) }
        // The end of this run may be the turn of another one of the same address. A thread must be left for it.
        guard state.isEmpty || state.idle > 0 || state.isWatched else { return (false, false) }
        state.threads -= 1
        guard !state.isEmpty, state.idle > 0 else { return (true, false) }
        state.idle -= 1
        return (true, true)
      }
      if wakes { wakeups.signal() }
      if isOver { return }
    }
  }

  /// Takes the next executor; `nil` if the thread is idle now.
  private func take() -> (number: Int, SessionExecutor, Work)? {
    state.withLock { state in
      let canUpdate = canUpdate(state)
      let next: (SessionExecutor, Work)?
      if canUpdate, state.requests.isEmpty || state.credit > .zero {
        next = state.updates.popFirst().map { ($0, .update) }
      } else {
        next = state.requests.popFirst().map { ($0, .request) }
      }
      guard let (executor, work) = next else {
        state.idle += 1
        return nil
      }
      state.runCount += 1
      state.runs[state.runCount] = Run(work: work, start: .now)
      return (state.runCount, executor, work)
    }
  }

  /// Waits until the thread is woken.
  ///
  /// - Returns: Whether the thread continues.
  private func wait(staying: Bool) -> Bool {
    guard !staying, wakeups.wait(timeout: .now() + .seconds(5)) == .timedOut else {
      if staying { wakeups.wait() }
      return true
    }
    let isOver = state.withLock { state in
      // All threads that wait were woken, this one included.
      guard state.idle > 0 else { return false }
      state.idle -= 1
      state.threads -= 1
      return true
    }
    if !isOver { wakeups.wait() }
    return !isOver
  }

  /// Replaces threads that are stuck, while sessions wait.
  private func watch() {
    while true {
      Thread.sleep(forTimeInterval: 0.005)
      let (isOver, count) = state.withLock { state -> (Bool, Int) in
        guard !state.isEmpty else {
          state.isWatched = false
          return (true, 0)
        }
        let stuck = state.runs.values.count(where: isStuck)
        let missing = min(minimum - (state.threads - stuck), maximum - state.threads)
        if missing > 0 {
          state.threads += missing
        } else if state.idle > 0, canUpdate(state) {
          // A stuck update no longer counts.
          state.idle -= 1
          wakeups.signal()
        }
        return (false, max(0, missing))
      }
      for _ in 0..<count { addThread(staying: false) }
      if isOver { return }
    }
  }
}

/// Returns the processor time that the calling thread has used.
@Sendable private func threadProcessorTime() -> Duration {
  var time = timespec()
  unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// The executor of a session's actor, which runs its jobs on one of the ``SessionThreads``: those of each kind of work
/// in their order.
final class SessionExecutor: SerialExecutor {
  /// The jobs of one kind of work.
  private struct Jobs: Sendable {
    var list: [UnownedJob] = []
    /// Whether the executor waits for a thread because of these jobs.
    var isScheduled = false
  }

  private struct State: Sendable {
    var requests = Jobs()
    var updates = Jobs()
    var isRunning = false
    /// The processor time of requests that was not reported yet.
    var processorTime = Duration.zero

    subscript(work: SessionThreads.Work) -> Jobs {
      get { work == .request ? requests : updates }
      _modify { if work == .request { yield &requests } else { yield &updates } }
    }

    /// Whether the executor must be scheduled for a kind of work, which is noted.
    mutating func schedules(_ work: SessionThreads.Work) -> Bool {
      guard !isRunning, !self[work].isScheduled, !self[work].list.isEmpty else { return false }
      self[work].isScheduled = true
      return true
    }
  }

  private static let smallestReport = Duration.milliseconds(1)

  private let state = Locked(State())
  private let threads: any SessionScheduler
  /// The address of the client, with whose other executors this one takes turns.
  let address: AddressKey?
  private let didUse: @Sendable (Duration) -> Void

  /// - Parameters:
  ///   - threads: The threads.
  ///   - address: The address of the client; `nil` for one without limits.
  ///   - didUse: Receives the processor time of requests and effects, a millisecond or more at once.
  init(
    _ threads: any SessionScheduler = SessionThreads.shared,
    for address: AddressKey? = nil,
    didUse: @escaping @Sendable (_ time: Duration) -> Void = { _ in }
  ) {
    self.threads = threads
    self.address = address
    self.didUse = didUse
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let work: SessionThreads.Work = job.priority.rawValue <= TaskPriority.utility.rawValue ? .update : .request
    let job = UnownedJob(job)
    let schedules = state.withLock { state in
      state[work].list.append(job)
      return state.schedules(work)
    }
    if schedules { threads.schedule(self, for: work) }
  }

  // The actor that owns the executor, or the thread that runs it, keeps it alive.
  func asUnownedSerialExecutor() -> UnownedSerialExecutor { unsafe UnownedSerialExecutor(ordinary: self) }

  /// Runs jobs of a kind until none is left, or until a time is over. The executor is scheduled again for those that
  /// are left. Returns immediately if another thread runs it.
  func run(_ work: SessionThreads.Work, for slice: Duration) {
    let isFree = state.withLock { state in
      state[work].isScheduled = false
      defer { state.isRunning = true }
      return !state.isRunning
    }
    // The other thread schedules it again.
    guard isFree else { return }
    let start = work == .request ? threads.processorTime() : nil
    runJobs(work, until: ContinuousClock.now + slice, start.map { $0 + slice })
    // Reported before the next job, which may be refused because of it.
    if let start { report(threads.processorTime() - start) }
    let (requests, updates) = state.withLock { state in
      state.isRunning = false
      return (state.schedules(.request), state.schedules(.update))
    }
    if requests { threads.schedule(self, for: .request) }
    if updates { threads.schedule(self, for: .update) }
  }

  private func report(_ time: Duration) {
    let sum = state.withLock { state in
      state.processorTime += time
      defer { if state.processorTime >= Self.smallestReport { state.processorTime = .zero } }
      return state.processorTime
    }
    if sum >= Self.smallestReport { didUse(sum) }
  }

  private func runJobs(_ work: SessionThreads.Work, until end: ContinuousClock.Instant, _ processorEnd: Duration?) {
    func isOver() -> Bool {
      ContinuousClock.now > end || processorEnd.map { threads.processorTime() > $0 } ?? false
    }
    while true {
      let jobs = state.withLock { state in
        defer { state[work].list = [] }
        return state[work].list
      }
      if jobs.isEmpty { return }
      for (index, job) in jobs.enumerated() {
        // Each job is run once, because it is taken out of the list before.
        unsafe job.runSynchronously(on: asUnownedSerialExecutor())
        guard index + 1 < jobs.count, isOver() else { continue }
        state.withLock { $0[work].list = jobs[(index + 1)...] + $0[work].list }
        return
      }
      if isOver() { return }
    }
  }
}
