import ControlledClocks
import CounterpointCore
import Locks

extension TestDriver {
  /// How many jobs of one effect run while the driver settles, before the effect counts as one that goes on for ever.
  static let stepLimit = 100_000
  /// How many more run once it has been cancelled.
  static let stepLimitOnceCancelled = 10_000
  /// How often the driver looks in vain behind what the main actor and the store's actor have to do.
  private static let quietRounds = 3
  /// How often it looks at most.
  private static let rounds = 200

  /// Runs what is ready until nothing is.
  ///
  /// While an effect neither has ended nor sleeps on a test clock, something of it may be on its way through the main actor or
  /// the store's actor. So these get their turns as long as that brings something, and a few times more.
  ///
  /// To be called where the store lives.
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

  /// Runs what is ready until nothing is, without giving up the thread. To be called where the store lives.
  func settleInPlace() {
    contents.withLock { $0.settlings += 1 }
    runReady()
  }

  /// Runs what becomes ready while the main actor and the store's actor do what they have to do. To be called where the store
  /// lives.
  nonisolated(nonsending) func settleBehindActors() async {
    await passActors()
    runReady()
  }

  /// Returns when the main actor and the store's actor have done what they had to do.
  private nonisolated(nonsending) func passActors() async {
    // Not an empty hop: the compiler would leave it out.
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
    // One at a time and in turn, because several may let the driver settle at once: whoever finds the queue empty knows that
    // nobody else is running what was in it.
    while inTurn({ runNext(warns: true) }) {}
  }

  /// Runs what is ready after the store has gone.
  func runAbandoned() {
    contents.withLock { $0.settlings += 1 }
    while inTurn({ runNext(warns: false) }) {}
  }

  /// Runs what comes next.
  ///
  /// - Parameter warns: Whether an effect that goes on for ever is reported and cancelled; otherwise it is stopped.
  /// - Returns: Whether there was anything.
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
        // An effect that never ends would keep the test from ending.
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
    /// It runs, but has run too often.
    case warn
    /// It does not run, nor does anything else of its effect.
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
