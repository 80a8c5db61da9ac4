import ControlledClocks
import CounterpointCore
import Foundation
import Locks

/// Runs the effects of one test store, one job at a time, on the thread of whoever lets it settle. So it knows when nothing
/// is left to run.
///
/// Effects come home to the store by leaving an errand in the same queue. It is done between two jobs and not inside of one, on the
/// store's actor: code of an actor finds itself on that actor.
///
/// Safe to use from any thread.
final class TestDriver: Sendable {
  struct Contents: Sendable {
    var ready: ReadyQueue
    var flights = Flights()
    /// Counts what happens: jobs and errands become ready, effects end, somebody waits no longer.
    var events = 0
    /// Counts the calls that let the driver settle.
    var settlings = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
    /// Whether the store is gone: what becomes ready runs by itself.
    var isReleased = false
  }

  let contents: Locked<Contents>

  /// The dependencies that the feature has used although the test does not override them.
  let missingOverrides = MissingOverrides()

  private let step = Locked<SourceLocation?>(nil)

  /// The store's actor; `nil` where its test runs on none. Weak, because an actor may own its test store.
  private weak let actor: (any Actor)?

  /// Held by whoever uses the store. Recursive, because it is held while a reducer runs, which is the user's code.
  private let turn = NSRecursiveLock()

  init(actor: (any Actor)?) {
    self.actor = actor
    contents = Locked(Contents(ready: ReadyQueue(schedule: Schedule.current)))
    WorkDrivers.register(self)
  }

  /// The actor to go to where the store is used, `nil` if any thread will do.
  var isolation: (any Actor)? { actor }

  /// The place of the test's last step; `nil` before the first one.
  var lastStep: SourceLocation? { step.withLock { $0 } }

  /// Records a step of the test.
  func step(at location: SourceLocation) {
    step.withLock { $0 = location }
  }

  /// Runs a body while nobody else uses the store.
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

  /// Notes that something has happened, and wakes who waits for that.
  func happened() {
    let waiters = contents.withLock { contents in
      contents.events += 1
      defer { contents.waiters = [] }
      return contents.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Lets what becomes ready from now on run by itself: the store is gone, and its effects have been cancelled.
  func release() {
    contents.withLock { contents in
      contents.isReleased = true
      contents.flights = Flights()
    }
    runAbandoned()
  }
}

extension TestDriver: EffectSupervisor {
  var executor: any TaskExecutor {
    EffectExecutor(unit: nil, location: nil, driver: self)
  }

  func began(_ unit: EffectUnit) {
    contents.withLock { $0.flights.begin(unit) }
  }

  func ended(_ unit: Int) {
    contents.withLock { $0.flights.end(unit) }
    happened()
  }

  func executor(for unit: EffectUnit, at location: EffectLocation) -> any TaskExecutor {
    let executor = EffectExecutor(unit: unit, location: location, driver: self)
    contents.withLock { $0.flights.begin(executor) }
    return executor
  }

  func ended(on executor: any TaskExecutor) {
    guard let executor = executor as? EffectExecutor else { return }
    contents.withLock { $0.flights.end(executor) }
  }

  func comeHome(
    from origin: SendOrigin?,
    droppedIfCancelled isDropped: Bool,
    _ body: @escaping @Sendable () -> Void
  ) async {
    let errand = Errand(origin: origin, body)
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        errand.await(continuation)
        append(.errand(errand))
      }
    } onCancel: {
      if isDropped { errand.drop() }
    }
  }

  func doLater(from origin: SendOrigin?, _ body: @escaping @Sendable () -> Void) {
    append(.errand(Errand(origin: origin, body)))
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
