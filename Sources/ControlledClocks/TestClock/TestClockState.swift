/// What a test clock knows, as a value.
struct TestClockState<Instant: InstantProtocol>: Sendable {
  /// Who sleeps.
  struct Waiter: Sendable {
    let continuation: CheckedContinuation<Void, any Error>
    /// The task, if anybody controls it.
    let task: SleepingTask?
  }

  /// What shows that tasks are alive that nobody controls.
  struct Signs: Equatable {
    let registrations: UInt64
    let wakening: Int
  }

  private struct Watcher: Sendable {
    let count: Int
    let continuation: CheckedContinuation<Void, any Error>
  }

  private var sleepers: Sleepers<Instant, Waiter>
  /// The tasks that have been woken and do not run yet, of those that nobody controls.
  private var wakening: Set<Sleepers<Instant, Waiter>.ID> = []
  /// Whether anybody has slept here whom nobody controls.
  private(set) var hasForeignSleepers = false
  /// Who waits until a number of tasks sleep.
  private var watchers: [UInt64: Watcher] = [:]
  private var lastWatcher: UInt64 = 0

  init(now: Instant) {
    self.sleepers = Sleepers(now: now)
  }

  var now: Instant { sleepers.now }
  var count: Int { sleepers.count }
  var isWakening: Bool { !wakening.isEmpty }
  var signs: Signs { Signs(registrations: sleepers.registrations, wakening: wakening.count) }
}

extension TestClockState {
  mutating func announce() -> UInt64 {
    sleepers.announce()
  }

  mutating func register(
    _ id: UInt64,
    _ waiter: Waiter,
    until deadline: Instant
  ) -> Sleepers<Instant, Waiter>.Registration {
    if waiter.task == nil { hasForeignSleepers = true }
    return sleepers.register(id, waiter, until: deadline)
  }

  mutating func cancel(_ id: UInt64) -> Waiter? {
    sleepers.cancel(id)
  }

  mutating func cancelAll() -> [Waiter] {
    sleepers.cancelAll()
  }

  mutating func advance(to instant: Instant) {
    sleepers.advance(to: instant)
  }

  /// Takes out who is to be woken next, and expects to hear from them if nobody else knows when they run.
  mutating func wakeFirst(upTo limit: Instant?) -> Waiter? {
    guard let (id, waiter) = sleepers.wakeFirst(upTo: limit) else { return nil }
    if waiter.task == nil { wakening.insert(id) }
    return waiter
  }

  /// A task runs again that slept.
  mutating func runs(_ id: UInt64) {
    wakening.remove(id)
  }
}

// MARK: - Watching

extension TestClockState {
  /// A number for somebody who is about to watch.
  mutating func announceWatcher() -> UInt64 {
    lastWatcher += 1
    return lastWatcher
  }

  /// Keeps somebody who waits until a number of tasks sleep. ``satisfiedWatchers()`` gives them back.
  mutating func watch(_ id: UInt64, for count: Int, _ continuation: CheckedContinuation<Void, any Error>) {
    watchers[id] = Watcher(count: count, continuation: continuation)
  }

  /// Takes somebody out who doesn't want to wait any more, unless they have been taken out already.
  mutating func unwatch(_ id: UInt64) -> CheckedContinuation<Void, any Error>? {
    watchers.removeValue(forKey: id)?.continuation
  }

  /// Takes out those for whom enough tasks sleep, for the caller to resume.
  mutating func satisfiedWatchers() -> [CheckedContinuation<Void, any Error>] {
    guard !watchers.isEmpty else { return [] }
    let satisfied = watchers.filter { $0.value.count <= count }
    for id in satisfied.keys { watchers[id] = nil }
    return satisfied.values.map(\.continuation)
  }
}
