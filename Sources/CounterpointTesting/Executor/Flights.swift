import CounterpointCore

/// The effects in flight, and which of them sleep on test clocks.
///
/// Whatever happens to one costs the same however many there are.
struct Flights: Sendable {
  /// An effect in flight.
  struct Flight: Sendable {
    let unit: EffectUnit
    /// Whether the test has said that it does not care.
    fileprivate(set) var isForgotten = false
    /// The executors of those of its tasks that have not ended.
    fileprivate(set) var works: [ObjectIdentifier: EffectExecutor] = [:]
    /// How many of them have tasks that sleep on a test clock.
    fileprivate var sleepingWorks = 0

    /// Whether it goes on only when a test clock is moved, as far as can be seen.
    fileprivate var isAsleep: Bool { !works.isEmpty && sleepingWorks == works.count }

    /// The executors in the order in which their tasks began.
    var worksInOrder: [EffectExecutor] { works.values.sorted { $0.progress.number < $1.progress.number } }
  }

  /// By number.
  private var flights: [Int: Flight] = [:]
  private var executors: [TaskExecutorKey: EffectExecutor] = [:]
  private var lastWork = 0
  /// How many of the flights do not sleep.
  private var awake = 0

  /// Whether an effect in flight neither sleeps on a test clock, nor can be seen to do anything else.
  var areUnaccountedFor: Bool { awake > 0 }

  /// In the order in which they began.
  var inOrder: [Flight] { flights.values.sorted { $0.unit.number < $1.unit.number } }

  func contains(_ unit: Int) -> Bool { flights[unit] != nil }

  mutating func begin(_ unit: EffectUnit) {
    end(unit.number)
    flights[unit.number] = Flight(unit: unit)
    awake += 1
  }

  mutating func end(_ unit: Int) {
    guard let flight = flights.removeValue(forKey: unit) else { return }
    if !flight.isAsleep { awake -= 1 }
    for work in flight.works.values { unsafe executors[TaskExecutorKey(work.asUnownedTaskExecutor())] = nil }
  }

  /// Says that the test does not care for those that are in flight now.
  mutating func forget() {
    for unit in flights.keys { flights[unit]?.isForgotten = true }
  }

  /// Changes a flight in place, and keeps count of those that do not sleep.
  private mutating func change(_ unit: EffectUnit?, _ body: (inout Flight) -> Void) {
    guard let unit, let index = flights.index(forKey: unit.number) else { return }
    let wasAsleep = flights.values[index].isAsleep
    body(&flights.values[index])
    awake += (wasAsleep ? 1 : 0) - (flights.values[index].isAsleep ? 1 : 0)
  }
}

// MARK: - Works

extension Flights {
  /// Adds a task of an effect in flight, by the executor that it prefers.
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

  /// Whether a task that prefers this executor belongs to an effect in flight.
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
