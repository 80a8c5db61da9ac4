import ControlledClocks
import CounterpointCore
import CounterpointSupport

extension TestDriver {
  /// The number of jobs of one effect per settling after which the effect counts as endless.
  static let stepLimit = 100_000
  /// The number of further jobs after the effect was canceled.
  static let stepLimitOnceCancelled = 10_000
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
  nonisolated(nonsending) func settleHere() async {
    contents.withLock { $0.settlings += 1 }
    runReady()
    var quiet = 0
    for _ in 0..<Self.rounds where quiet < Self.quietRounds {
      guard contents.withLock({ $0.flights.areUnaccountedFor }) else { return }
      let events = contents.withLock { $0.events }
      await passActors()
      quiet = contents.withLock { $0.events } == events ? quiet + 1 : 0
      runReady()
    }
  }

  /// Runs ready jobs until there are none, without suspending. Call it on the store's actor.
  func settleInPlace() {
    contents.withLock { $0.settlings += 1 }
    runReady()
  }

  /// Yields to the main actor and the store's actor once, and runs the jobs that become ready. Call it on the
  /// store's actor.
  nonisolated(nonsending) func settleBehindActors() async {
    await passActors()
    runReady()
  }

  /// Returns when the main actor and the store's actor have run the jobs that were enqueued before the call.
  private nonisolated(nonsending) func passActors() async {
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

  private func runReady() {
    // One item at a time and exclusively, because several callers may settle at once. If a caller finds the queue
    // empty, no other caller is running an item from it.
    while inTurn({ runNext(warns: true) }) {}
  }

  /// Runs ready jobs after the store was released.
  func runAbandoned() {
    contents.withLock { $0.settlings += 1 }
    while inTurn({ runNext(warns: false) }) {}
  }

  /// Runs the next item.
  ///
  /// - Parameter warns: Whether an endless effect is reported and canceled; otherwise its jobs are dropped.
  /// - Returns: `false` if there was no item.
  private func runNext(warns: Bool) -> Bool {
    guard let item = contents.withLock({ $0.ready.next() }) else { return false }
    switch item {
    case .errand(let errand):
      MissingOverrides.$current.withValue(missingOverrides) { errand.run() }
    case .job(let job, let executor):
      switch contents.withLock({ $0.count(executor) }) {
      case .run:
        break
      case .warn where warns:
        // Without cancellation, an endless effect would keep the test from ending.
        executor.reportEndlessness()
        executor.unit?.cancel()
      case .warn, .stop:
        return true
      }
      unsafe job.runSynchronously(on: executor.asUnownedTaskExecutor())
    }
    return true
  }
}

extension TestDriver.Contents {
  enum Verdict {
    case run
    /// The job runs, and the effect has exceeded its limit.
    case warn
    /// The job is dropped, and so are all other jobs of its effect.
    case stop
  }

  /// Counts a job.
  mutating func count(_ executor: EffectExecutor) -> Verdict {
    if executor.progress.settling != settlings {
      executor.progress.settling = settlings
      executor.progress.steps = 0
    }
    executor.progress.steps += 1
    switch executor.progress.standing {
    case .running where executor.progress.steps <= TestDriver.stepLimit:
      return .run
    case .running:
      executor.progress.standing = .warned
      executor.progress.steps = 0
      return .warn
    case .warned where executor.progress.steps <= TestDriver.stepLimitOnceCancelled:
      return .run
    case .warned:
      executor.progress.standing = .stopped
      if let unit = executor.unit { flights.end(unit.number) }
      return .stop
    case .stopped:
      return .stop
    }
  }
}
