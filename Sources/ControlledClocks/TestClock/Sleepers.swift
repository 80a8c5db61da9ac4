import HeapModule

/// The time of a test clock and who sleeps until when, as a value: it holds no task and runs nobody's code.
///
/// A sleep is announced, then registered, then woken or cancelled. Announcing comes first because a task can be cancelled
/// between the two; whatever order the three come in, nothing of a sleep is left behind it.
///
/// Waking costs the logarithm of the number of sleepers, cancelling no more than a look into a table: a cancelled sleep leaves a
/// tombstone in the heap, and the heap is built anew once most of it is tombstones.
struct Sleepers<Instant: InstantProtocol, Waiter: Sendable>: Sendable {
  typealias ID = UInt64

  private enum Phase: Sendable {
    /// It will be registered in a moment.
    case announced
    /// It was cancelled in that moment.
    case cancelled
    case asleep(Waiter)
  }

  private struct Alarm: Comparable, Sendable {
    let deadline: Instant
    let order: UInt64
    let id: ID

    static func < (left: Alarm, right: Alarm) -> Bool {
      left.deadline == right.deadline ? left.order < right.order : left.deadline < right.deadline
    }

    static func == (left: Alarm, right: Alarm) -> Bool { left.order == right.order }
  }

  private(set) var now: Instant
  /// How many sleeps have been registered up to now, whatever became of them.
  private(set) var registrations: UInt64 = 0
  /// How many sleep.
  private(set) var count = 0
  private var lastID: ID = 0
  private var phases: [ID: Phase] = [:]
  private var alarms = Heap<Alarm>()

  init(now: Instant) {
    self.now = now
  }
}

extension Sleepers {
  /// What becomes of a sleep that is registered.
  enum Registration {
    case sleeps
    /// Its deadline lies in the past: the caller resumes it.
    case isLate
    /// The caller resumes it with an error.
    case isCancelled
  }

  /// A number for a sleep that is about to be registered.
  mutating func announce() -> ID {
    lastID += 1
    phases[lastID] = .announced
    return lastID
  }

  /// Puts a sleep behind all others that have its deadline. A deadline that is now is not late: it waits to be woken.
  mutating func register(_ id: ID, _ waiter: Waiter, until deadline: Instant) -> Registration {
    if case .cancelled = phases[id] {
      phases[id] = nil
      return .isCancelled
    }
    guard deadline >= now else {
      phases[id] = nil
      return .isLate
    }
    registrations += 1
    count += 1
    phases[id] = .asleep(waiter)
    alarms.insert(Alarm(deadline: deadline, order: registrations, id: id))
    return .sleeps
  }

  /// Takes a sleep out, if it has not been woken already.
  ///
  /// - Returns: Who the caller has to resume with an error.
  mutating func cancel(_ id: ID) -> Waiter? {
    switch phases[id] {
    case .asleep(let waiter):
      phases[id] = nil
      count -= 1
      removeTombstones()
      return waiter
    case .announced:
      phases[id] = .cancelled
      return nil
    case .cancelled, nil:
      return nil
    }
  }

  /// Moves time to the first deadline that is not after `limit`, and takes out the sleep that was registered first for it.
  ///
  /// - Parameter limit: How far time may go; `nil` for as far as anybody sleeps.
  /// - Returns: Who the caller has to resume; `nil` if there is none, and then time has not moved.
  mutating func wakeFirst(upTo limit: Instant?) -> (id: ID, waiter: Waiter)? {
    while let alarm = alarms.min {
      guard case .asleep(let waiter) = phases[alarm.id] else {
        alarms.removeMin()
        continue
      }
      if let limit, alarm.deadline > limit { return nil }
      alarms.removeMin()
      phases[alarm.id] = nil
      count -= 1
      now = max(now, alarm.deadline)
      return (alarm.id, waiter)
    }
    return nil
  }

  /// Moves time, but never back.
  mutating func advance(to instant: Instant) {
    now = max(now, instant)
  }

  /// Takes all sleeps out, in the order of their deadlines.
  ///
  /// - Returns: Who the caller has to resume with an error.
  mutating func cancelAll() -> [Waiter] {
    var waiters: [Waiter] = []
    while let alarm = alarms.popMin() {
      guard case .asleep(let waiter) = phases.removeValue(forKey: alarm.id) else { continue }
      waiters.append(waiter)
    }
    count = 0
    return waiters
  }

  /// How much is kept: for tests, which prove that nothing is left behind.
  var footprint: Int { phases.count + alarms.count }

  private mutating func removeTombstones() {
    guard alarms.count > 2 * count else { return }
    alarms = Heap(alarms.unordered.filter { phases[$0.id] != nil })
  }
}
