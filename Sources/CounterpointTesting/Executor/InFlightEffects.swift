import CounterpointCore

/// The effects in flight, and which of them sleep on test clocks.
///
/// Each operation is O(1) in the number of effects.
struct InFlightEffects: Sendable {
  /// An effect in flight.
  struct InFlightEffect: Sendable {
    let unit: EffectGroup
    /// Whether the test has skipped the effect.
    fileprivate(set) var isForgotten = false
    /// The executors of the effect's tasks that have not ended.
    fileprivate(set) var works: [ObjectIdentifier: EffectExecutor] = [:]
    /// The number of tasks that sleep on a test clock.
    fileprivate var sleepingWorks = 0

    /// Whether all known tasks of the effect sleep on test clocks.
    fileprivate var isAsleep: Bool { !works.isEmpty && sleepingWorks == works.count }

    /// The executors in the order in which their tasks began.
    var worksInOrder: [EffectExecutor] { works.values.sorted { $0.progress.number < $1.progress.number } }
  }

  /// The effects, by number.
  private var flights: [Int: InFlightEffect] = [:]
  private var executors: [TaskExecutorKey: EffectExecutor] = [:]
  private var lastWork = 0
  /// The number of effects that don't sleep.
  private var awake = 0

  /// Whether an effect in flight neither sleeps on a test clock nor has a job to run, as far as the driver knows.
  var areUnaccountedFor: Bool { awake > 0 }

  /// The effects, in the order in which they began.
  var inOrder: [InFlightEffect] { flights.values.sorted { $0.unit.number < $1.unit.number } }

  func contains(_ unit: Int) -> Bool { flights[unit] != nil }

  mutating func begin(_ unit: EffectGroup) {
    end(unit.number)
    flights[unit.number] = InFlightEffect(unit: unit)
    awake += 1
  }

  mutating func end(_ unit: Int) {
    guard let flight = flights.removeValue(forKey: unit) else { return }
    if !flight.isAsleep { awake -= 1 }
    for work in flight.works.values { unsafe executors[TaskExecutorKey(work.asUnownedTaskExecutor())] = nil }
  }

  /// Marks the effects in flight as skipped by the test.
  mutating func forget() {
    for unit in flights.keys { flights[unit]?.isForgotten = true }
  }

  /// Mutates an effect in place, and updates the number of effects that don't sleep.
  private mutating func change(_ unit: EffectGroup?, _ body: (inout InFlightEffect) -> Void) {
    guard let unit, let index = flights.index(forKey: unit.number) else { return }
    let wasAsleep = flights.values[index].isAsleep
    body(&flights.values[index])
    awake += (wasAsleep ? 1 : 0) - (flights.values[index].isAsleep ? 1 : 0)
  }
}

// MARK: - Tasks

extension InFlightEffects {
  /// Adds a task of an effect in flight, by its preferred executor.
  mutating func begin(_ executor: EffectExecutor) {
    guard let unit = executor.unit, flights[unit.number] != nil else { return }
    lastWork += 1
    executor.progress.number = lastWork
    unsafe executors[TaskExecutorKey(executor.asUnownedTaskExecutor())] = executor
    change(unit) { $0.works[ObjectIdentifier(executor)] = executor }
  }

  mutating func end(_ executor: EffectExecutor) {
    unsafe executors[TaskExecutorKey(executor.asUnownedTaskExecutor())] = nil
    change(executor.unit) { flight in
      guard flight.works.removeValue(forKey: ObjectIdentifier(executor)) != nil else { return }
      if !executor.progress.deadlines.isEmpty { flight.sleepingWorks -= 1 }
    }
  }

  /// Returns whether a task with this preferred executor belongs to an effect in flight.
  func contains(_ executor: UnownedTaskExecutor) -> Bool {
    unsafe executors[TaskExecutorKey(executor)] != nil
  }

  mutating func fellAsleep(_ sleep: UInt64, on executor: UnownedTaskExecutor, until deadline: any Sendable) {
    guard let work = unsafe executors[TaskExecutorKey(executor)] else { return }
    work.progress.deadlines[sleep] = deadline
    guard work.progress.deadlines.count == 1 else { return }
    change(work.unit) { $0.sleepingWorks += 1 }
  }

  mutating func woke(_ sleep: UInt64, on executor: UnownedTaskExecutor) {
    guard let work = unsafe executors[TaskExecutorKey(executor)] else { return }
    guard work.progress.deadlines.removeValue(forKey: sleep) != nil, work.progress.deadlines.isEmpty else { return }
    change(work.unit) { $0.sleepingWorks -= 1 }
  }
}
