import ControlledClocks
import CounterpointCore
@_spi(Internals) import CounterpointSupport

extension TestDriver {
  /// The number of jobs of one effect per run of the driver after which the effect counts as endless.
  static let jobLimit = 100_000
  /// The number of further jobs after the effect was canceled.
  static let jobLimitAfterCancellation = 10_000
  /// The number of rounds without an event after which the driver stops yielding to the actors.
  private static let quietRounds = 3
  /// The maximum number of rounds.
  private static let rounds = 200

  /// Runs ready jobs until there are none.
  ///
  /// An effect that has neither ended nor sleeps on a test clock may wait for a job on the main actor or the store's
  /// actor. So the driver yields to these actors as long as that leads to events, and a few more times.
  ///
  /// Call it on the store's actor.
  nonisolated(nonsending) func runUntilIdle() async {
    runReadyJobs()
    var quiet = 0
    for _ in 0..<Self.rounds where quiet < Self.quietRounds {
      guard hasExternalWork else { return }
      let events = contents.withLock { $0.events }
      await yieldToActors()
      quiet = contents.withLock { $0.events } == events ? quiet + 1 : 0
      drainQueue()
    }
    // In a fixed feature, a step of the script may be impossible although an effect waits for something.
    while withStoreLock({ runNext(reportsLimit: true, passingOverImpossibleSteps: true) }) {}
  }

  /// Runs ready jobs until there are none, without suspending. Call it on the store's actor.
  func runReadyJobs() {
    contents.withLock { $0.runs += 1 }
    drainQueue()
  }

  /// Yields to the main actor and the store's actor once, and runs the jobs that become ready. Call it on the
  /// store's actor.
  nonisolated(nonsending) func runJobsAfterYielding() async {
    await yieldToActors()
    drainQueue()
  }

  /// Returns when the main actor and the store's actor have run the jobs that were enqueued before the call.
  private nonisolated(nonsending) func yieldToActors() async {
    // With a continuation, because the compiler would remove an empty hop.
    await withCheckedContinuation { continuation in
      _ = Task { @MainActor in continuation.resume() }
    }
    guard let isolation, isolation !== MainActor.shared else { return }
    await withCheckedContinuation { continuation in
      _ = Task { await Self.resume(continuation, on: isolation) }
    }
  }

  private static func resume(_ continuation: CheckedContinuation<Void, Never>, on actor: isolated any Actor) {
    continuation.resume()
  }

  private func drainQueue() {
    // One item at a time, with the lock held, because several callers may drain the queue at once. If a caller finds
    // the queue empty, no other caller is running an item from it.
    while withStoreLock({ runNext(reportsLimit: true) }) {}
  }

  /// Runs ready jobs after the store was released.
  func runJobsAfterRelease() {
    contents.withLock { $0.runs += 1 }
    while withStoreLock({ runNext(reportsLimit: false) }) {}
  }

  /// Runs the next item.
  ///
  /// - Parameters:
  ///   - reportsLimit: Whether an endless effect is reported and canceled; otherwise its jobs are dropped.
  ///   - passesOver: Whether impossible steps of the script are passed over.
  /// - Returns: `false` if there was no item.
  private func runNext(reportsLimit: Bool, passingOverImpossibleSteps passesOver: Bool = false) -> Bool {
    guard let item = contents.withLock({ $0.next(passingOverImpossibleSteps: passesOver) }) else { return false }
    switch item {
    case .callback(let callback):
      MissingOverrides.$current.withValue(missingOverrides) { callback.run() }
    case .job(let job, let executor):
      let task = TaskAddress(job)
      let (decision, before) = contents.withLock { ($0.countJob(of: executor), $0.traces(of: executor)) }
      switch decision {
      case .run:
        break
      case .cancel where reportsLimit:
        // Without cancellation, an endless effect would keep the test from ending.
        executor.reportJobLimit()
        executor.effectGroup?.cancel()
      case .cancel, .drop:
        return true
      }
      unsafe job.runSynchronously(on: executor.asUnownedTaskExecutor())
      contents.withLock { contents in
        if contents.traces(of: executor) == before { executor.progress.unknownTasks.insert(task) }
      }
    }
    return true
  }
}

extension TestDriver.Contents {
  fileprivate enum JobDecision {
    case run
    /// The effect has exceeded its limit and is canceled, but the job runs.
    case cancel
    /// The job is dropped, and so are all other jobs of its effect.
    case drop
  }

  /// The counters that a job changes if it starts a sleep, delivers an action, or makes another job ready.
  fileprivate func traces(of executor: EffectExecutor) -> (events: Int, sleeps: Int) {
    (events, executor.progress.deadlines.count)
  }

  /// Counts a job, and decides whether to run it.
  fileprivate mutating func countJob(of executor: EffectExecutor) -> JobDecision {
    if executor.progress.run != runs {
      executor.progress.run = runs
      executor.progress.jobCount = 0
    }
    executor.progress.jobCount += 1
    switch executor.progress.status {
    case .running where executor.progress.jobCount <= jobLimit:
      return .run
    case .running:
      executor.progress.status = .canceled
      hasExceededLimit = true
      executor.progress.jobCount = 0
      return .cancel
    case .canceled where executor.progress.jobCount <= TestDriver.jobLimitAfterCancellation:
      return .run
    case .canceled:
      executor.progress.status = .stopped
      if let group = executor.effectGroup { effects.end(group.number) }
      return .drop
    case .stopped:
      return .drop
    }
  }
}
