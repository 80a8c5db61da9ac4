import ControlledClocks
import CounterpointCore
@_spi(Internals) import CounterpointSupport
import Foundation

/// Runs the effects of one test store, one job at a time, on the thread of the caller. So it knows when no job is
/// left to run.
///
/// Actions of effects are delivered to the store by a callback in the same queue. The driver runs the callback
/// between two jobs, on the store's actor. So code that is isolated to that actor passes its isolation checks.
///
/// Safe to use from any thread.
final class TestDriver: Sendable {
  struct Contents: Sendable {
    var ready: ReadyQueue
    /// The order of the effects' actions; `nil` if the ready queue determines it.
    var script: OrderScript?
    /// The number of jobs of one effect per run of the driver after which the effect counts as endless.
    var jobLimit = TestDriver.jobLimit
    /// Whether an effect has exceeded the limit.
    var hasExceededLimit = false
    var effects = InFlightEffects()
    /// The number of events: jobs and callbacks become ready, effects end, a waiting caller stops waiting.
    var events = 0
    /// The number of calls that have run the ready jobs.
    var runs = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
    /// The time that the test has waited in vain, in calls without a timeout of their own.
    var timeInVain = Duration.zero
    /// Whether the store was released. Jobs that become ready are then run immediately.
    var isReleased = false
  }

  let contents: Locked<Contents>

  /// The dependencies that the feature has used although the test does not override them.
  let missingOverrides = MissingOverrides()

  private let currentStep = Locked<SourceLocation?>(nil)

  /// The store's actor; `nil` if the test runs on no actor. Weak, because an actor may own its test store.
  private weak let actor: (any Actor)?

  /// Serializes the accesses to the store. Recursive, because it is held while a reducer runs, which may call the
  /// test store.
  private let storeLock = NSRecursiveLock()

  init(actor: (any Actor)?) {
    self.actor = actor
    let script = OrderScript.current.flatMap { $0.claim() ? $0 : nil }
    contents = Locked(Contents(ready: ReadyQueue(schedule: Schedule.current), script: script))
    WorkDrivers.register(self)
  }

  /// The actor on which to access the store; `nil` if any thread will do.
  var isolation: (any Actor)? { actor }

  /// The source location of the test's last step; `nil` before the first one.
  var lastStep: SourceLocation? { currentStep.withLock { $0 } }

  /// Records a step of the test.
  func recordStep(at location: SourceLocation) {
    currentStep.withLock { $0 = location }
  }

  /// Calls a closure with exclusive access to the store. Reentrant.
  @inline(__always)
  func withStoreLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    storeLock.lock()
    defer { storeLock.unlock() }
    return try body()
  }

  func enqueue(_ job: UnownedJob, of executor: EffectExecutor) {
    append(.job(job, executor))
  }

  private func append(_ item: ReadyQueue.Item) {
    let isReleased = contents.withLock { contents in
      if case .job(let job, let executor) = item, !executor.progress.unknownTasks.isEmpty {
        executor.progress.unknownTasks.remove(TaskAddress(job))
      }
      contents.ready.append(item)
      return contents.isReleased
    }
    recordEvent()
    if isReleased { Task.detached { self.runJobsAfterRelease() } }
  }

  /// Records an event, and wakes the callers that wait for one.
  func recordEvent() {
    let waiters = contents.withLock { contents in
      contents.events += 1
      defer { contents.waiters = [] }
      return contents.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Releases the driver after its store was deinitialized and the effects were canceled. Jobs that become ready are
  /// then run immediately.
  func release() {
    contents.withLock { contents in
      contents.isReleased = true
      contents.script = nil
      contents.effects = InFlightEffects()
    }
    runJobsAfterRelease()
  }
}

extension TestDriver: EffectScheduler {
  var executor: any TaskExecutor {
    EffectExecutor(effectGroup: nil, location: nil, driver: self)
  }

  func began(_ effectGroup: EffectGroup) {
    contents.withLock { $0.effects.begin(effectGroup) }
  }

  func ended(_ effectGroup: Int) {
    contents.withLock { $0.effects.end(effectGroup) }
    recordEvent()
  }

  func executor(for effectGroup: EffectGroup, at location: SourceLocation) -> any TaskExecutor {
    let executor = EffectExecutor(effectGroup: effectGroup, location: location, driver: self)
    contents.withLock { $0.effects.begin(executor) }
    return executor
  }

  func ended(on executor: any TaskExecutor) {
    guard let executor = executor as? EffectExecutor else { return }
    contents.withLock { $0.effects.end(executor) }
  }

  func deliver(
    from origin: SendOrigin?,
    droppedIfCanceled isDropped: Bool,
    _ body: @escaping @Sendable () -> Void
  ) async {
    let callback = StoreActorCallback(origin: origin, task: currentTask, body)
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        callback.setWaiter(continuation)
        append(.callback(callback))
      }
    } onCancel: {
      if isDropped { callback.drop() }
    }
  }

  func enqueue(from origin: SendOrigin?, _ body: @escaping @Sendable () -> Void) {
    append(.callback(StoreActorCallback(origin: origin, body)))
  }

  /// The executor of the current task, if the order of tasks is scripted.
  private var currentTask: EffectExecutor? {
    guard contents.withLock({ $0.script != nil }) else { return nil }
    guard let executor = unsafe withUnsafeCurrentTask(body: { unsafe $0?.unownedTaskExecutor }) else { return nil }
    let key = unsafe TaskExecutorKey(executor)
    return contents.withLock { $0.effects.executor(key) }
  }
}

extension TestDriver: WorkDriver {
  func owns(_ executor: UnownedTaskExecutor) -> Bool {
    contents.withLock { unsafe $0.effects.contains(executor) }
  }

  func taskFellAsleep(_ sleep: UInt64, on executor: UnownedTaskExecutor, until deadline: any Sendable) {
    contents.withLock { unsafe $0.effects.taskFellAsleep(sleep, on: executor, until: deadline) }
  }

  func taskWoke(_ sleep: UInt64, on executor: UnownedTaskExecutor) {
    contents.withLock { contents in
      let key = unsafe TaskExecutorKey(executor)
      if contents.script != nil { contents.effects.executor(key)?.note(0) }
      unsafe contents.effects.taskWoke(sleep, on: executor)
    }
  }

  nonisolated(nonsending) func settle() async {
    if let isolation {
      await settle(on: isolation)
    } else {
      await runUntilIdle()
    }
  }

  private func settle(on actor: isolated any Actor) async {
    await runUntilIdle()
  }
}

// MARK: - Effects in flight

extension TestDriver {
  /// The effects in flight that the test has not skipped, in the order in which they began.
  var effectsInFlight: [InFlightEffect] {
    contents.withLock { contents in contents.effects.inOrder.filter { !$0.isSkipped } }
  }

  /// Marks the effects in flight as skipped by the test.
  func skipEffects() {
    contents.withLock { $0.effects.skipAll() }
  }

  /// Descriptions of the effects in flight, each with the reason for which it waits; empty if there are none.
  var effectDescriptions: [String] {
    withStoreLock {
      // Before the lock is taken, because the names of actions may run code of the user.
      let names = contents.withLock { $0.effects.inOrder }.map { ($0.group.number, $0.group.action) }
      let actions = Dictionary(uniqueKeysWithValues: names)
      return contents.withLock { contents in
        contents.effects.inOrder.flatMap { $0.descriptions(action: actions[$0.group.number] ?? "an action") }
      }
    }
  }
}
