/// The state of a test clock, as a value.
struct TestClockState<Instant: InstantProtocol>: Sendable {
  /// A task that sleeps on the clock.
  struct Waiter: Sendable {
    let continuation: CheckedContinuation<Void, any Error>
    /// The sleeping task, if a driver runs it.
    let task: SleepingTask?
  }

  /// Counters whose change shows that tasks without a driver are still making progress.
  struct Progress: Equatable {
    let registrations: UInt64
    let waking: Int
  }

  private struct Watcher: Sendable {
    let count: Int
    let continuation: CheckedContinuation<Void, any Error>
  }

  private var sleepers: Sleepers<Instant, Waiter>
  /// The tasks without a driver that have been woken and are not running yet.
  private var waking: Set<Sleepers<Instant, Waiter>.ID> = []
  /// Whether a task without a driver has ever slept on the clock.
  private(set) var hasExternalSleepers = false
  /// The callers that wait until a number of tasks sleep.
  private var watchers: [UInt64: Watcher] = [:]
  private var lastWatcher: UInt64 = 0

  init(now: Instant) {
    self.sleepers = Sleepers(now: now)
  }

  var now: Instant { sleepers.now }
  var count: Int { sleepers.count }
  var isWaking: Bool { !waking.isEmpty }
  var progress: Progress { Progress(registrations: sleepers.registrations, waking: waking.count) }
}

// Specialized for `Swift.Duration`: in generic code, witness-table lookups took most of the time of a sleep.
extension TestClockState {
  @specialized(where Instant == TestClock<Swift.Duration>.Instant)
  mutating func announce() -> UInt64 {
    sleepers.announce()
  }

  @specialized(where Instant == TestClock<Swift.Duration>.Instant)
  mutating func register(
    _ id: UInt64,
    _ waiter: Waiter,
    until deadline: Instant
  ) -> Sleepers<Instant, Waiter>.Registration {
    if waiter.task == nil { hasExternalSleepers = true }
    return sleepers.register(id, waiter, until: deadline)
  }

  @specialized(where Instant == TestClock<Swift.Duration>.Instant)
  mutating func cancel(_ id: UInt64) -> Waiter? {
    sleepers.cancel(id)
  }

  /// The number of woken sleeps that began at the current time.
  var wakesWithoutTime: Int { sleepers.wakesWithoutTime }

  mutating func cancelAll() -> [Waiter] {
    sleepers.cancelAll()
  }

  mutating func advance(to instant: Instant) {
    sleepers.advance(to: instant)
  }

  /// Removes the next task to wake. A task without a driver counts as waking until it calls ``runs(_:)``.
  @specialized(where Instant == TestClock<Swift.Duration>.Instant)
  mutating func wakeFirst(upTo limit: Instant?) -> Waiter? {
    guard let (id, waiter) = sleepers.wakeFirst(upTo: limit) else { return nil }
    if waiter.task == nil { waking.insert(id) }
    return waiter
  }

  /// Records that a woken task runs again.
  mutating func runs(_ id: UInt64) {
    waking.remove(id)
  }
}

// MARK: - Watching

extension TestClockState {
  /// Returns the identifier of a new watcher.
  mutating func announceWatcher() -> UInt64 {
    lastWatcher += 1
    return lastWatcher
  }

  /// Adds a watcher, which ``satisfiedWatchers()`` returns once `count` tasks sleep.
  mutating func watch(_ id: UInt64, for count: Int, _ continuation: CheckedContinuation<Void, any Error>) {
    watchers[id] = Watcher(count: count, continuation: continuation)
  }

  /// Removes a watcher that was canceled; returns `nil` if it has already been removed.
  mutating func unwatch(_ id: UInt64) -> CheckedContinuation<Void, any Error>? {
    watchers.removeValue(forKey: id)?.continuation
  }

  /// Removes and returns the watchers whose number of sleeping tasks is reached. The caller resumes them.
  mutating func satisfiedWatchers() -> [CheckedContinuation<Void, any Error>] {
    guard !watchers.isEmpty else { return [] }
    let satisfied = watchers.filter { $0.value.count <= count }
    for id in satisfied.keys { watchers[id] = nil }
    return satisfied.values.map(\.continuation)
  }
}
