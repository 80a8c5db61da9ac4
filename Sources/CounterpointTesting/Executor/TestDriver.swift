import ControlledClocks
import CounterpointCore
import Foundation
import CounterpointSupport

/// Runs the effects of one test store, one job at a time, on the thread that settles the driver. So it knows when no
/// job is left to run.
///
/// Actions of effects are delivered to the store by a callback in the same queue. The driver runs it between two
/// jobs, not inside of one, on the store's actor. So code that is isolated to that actor passes its isolation
/// checks.
///
/// Safe to use from any thread.
final class TestDriver: Sendable {
  struct Contents: Sendable {
    var ready: ReadyQueue
    var flights = InFlightEffects()
    /// The number of events: jobs and callbacks become ready, effects end, a waiting caller stops waiting.
    var events = 0
    /// The number of calls that have settled the driver.
    var settlings = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
    /// Whether the store was released. Jobs that become ready are then run immediately.
    var isReleased = false
  }

  let contents: Locked<Contents>

  /// The dependencies that the feature has used although the test does not override them.
  let missingOverrides = MissingOverrides()

  private let step = Locked<SourceLocation?>(nil)

  /// The store's actor; `nil` if the test runs on no actor. Weak, because an actor may own its test store.
  private weak let actor: (any Actor)?

  /// Serializes the accesses to the store. Recursive, because it is held while a reducer runs, which is code of the
  /// user.
  private let turn = NSRecursiveLock()

  init(actor: (any Actor)?) {
    self.actor = actor
    contents = Locked(Contents(ready: ReadyQueue(schedule: Schedule.current)))
    WorkDrivers.register(self)
  }

  /// The actor on which to access the store; `nil` if any thread will do.
  var isolation: (any Actor)? { actor }

  /// The source location of the test's last step; `nil` before the first one.
  var lastStep: SourceLocation? { step.withLock { $0 } }

  /// Records a step of the test.
  func step(at location: SourceLocation) {
    step.withLock { $0 = location }
  }

  /// Calls a closure with exclusive access to the store. Reentrant.
  @inline(__always)
  func inTurn<Result>(_ body: () throws -> Result) rethrows -> Result {
    turn.lock()
    defer { turn.unlock() }
    return try body()
  }

  func enqueue(_ job: UnownedJob, of executor: EffectExecutor) {
    append(.job(job, executor))
  }

  private func append(_ item: ReadyQueue.Item) {
    let isReleased = contents.withLock { contents in
      contents.ready.append(item)
      return contents.isReleased
    }
    happened()
    if isReleased { Task.detached { self.runAbandoned() } }
  }

  /// Records an event, and wakes the callers that wait for one.
  func happened() {
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
      contents.flights = InFlightEffects()
    }
    runAbandoned()
  }
}

extension TestDriver: EffectScheduler {
  var executor: any TaskExecutor {
    EffectExecutor(unit: nil, location: nil, driver: self)
  }

  func began(_ effectGroup: EffectGroup) {
    contents.withLock { $0.flights.begin(effectGroup) }
  }

  func ended(_ effectGroup: Int) {
    contents.withLock { $0.flights.end(effectGroup) }
    happened()
  }

  func executor(for effectGroup: EffectGroup, at location: SourceLocation) -> any TaskExecutor {
    let executor = EffectExecutor(unit: effectGroup, location: location, driver: self)
    contents.withLock { $0.flights.begin(executor) }
    return executor
  }

  func ended(on executor: any TaskExecutor) {
    guard let executor = executor as? EffectExecutor else { return }
    contents.withLock { $0.flights.end(executor) }
  }

  func deliver(
    from origin: SendOrigin?,
    droppedIfCanceled isDropped: Bool,
    _ body: @escaping @Sendable () -> Void
  ) async {
    let errand = MainTurnCallback(origin: origin, body)
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        errand.await(continuation)
        append(.errand(errand))
      }
    } onCancel: {
      if isDropped { errand.drop() }
    }
  }

  func enqueue(from origin: SendOrigin?, _ body: @escaping @Sendable () -> Void) {
    append(.errand(MainTurnCallback(origin: origin, body)))
  }
}

extension TestDriver: WorkDriver {
  func owns(_ executor: UnownedTaskExecutor) -> Bool {
    contents.withLock { unsafe $0.flights.contains(executor) }
  }

  func taskFellAsleep(_ sleep: UInt64, on executor: UnownedTaskExecutor, until deadline: any Sendable) {
    contents.withLock { unsafe $0.flights.fellAsleep(sleep, on: executor, until: deadline) }
  }

  func taskWoke(_ sleep: UInt64, on executor: UnownedTaskExecutor) {
    contents.withLock { unsafe $0.flights.woke(sleep, on: executor) }
  }

  nonisolated(nonsending) func settle() async {
    if let isolation {
      await settle(on: isolation)
    } else {
      await settleHere()
    }
  }

  private func settle(on actor: isolated any Actor) async {
    await settleHere()
  }
}
