import HeapModule

/// The time and the sleeping tasks of a test clock, as a value. It holds no task and calls no code of the user.
///
/// A sleep is announced, then registered, then woken or canceled. A task can be canceled between announcement and
/// registration. In every order of these three calls, a sleep leaves nothing behind.
///
/// Waking is O(log n) in the number of sleeps; canceling is amortized O(1). A canceled sleep leaves a tombstone in
/// the heap. The heap is rebuilt when more than half of it is tombstones.
struct Sleepers<Instant: InstantProtocol, Waiter: Sendable>: Sendable {
  typealias ID = UInt64

  private enum Phase: Sendable {
    /// The sleep has an identifier and is about to be registered.
    case announced
    /// The sleep was canceled before its registration.
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
  /// The number of sleeps ever registered.
  private(set) var registrations: UInt64 = 0
  /// The number of tasks that sleep now.
  private(set) var count = 0
  /// The number of woken sleeps that began at the current time.
  private(set) var wakesWithoutTime = 0
  /// The number of sleeps when the time reached the current one.
  private var registrationsBefore: UInt64 = 0
  private var lastID: ID = 0
  private var phases: [ID: Phase] = [:]
  private var alarms = Heap<Alarm>()

  init(now: Instant) {
    self.now = now
  }
}

extension Sleepers {
  /// The result of a registration.
  enum Registration {
    case sleeps
    /// The deadline is in the past; the caller resumes the task.
    case isLate
    /// The sleep was canceled; the caller resumes the task with an error.
    case isCancelled
  }

  /// Returns the identifier for a sleep that is about to be registered.
  mutating func announce() -> ID {
    lastID += 1
    phases[lastID] = .announced
    return lastID
  }

  /// Adds a sleep after all others with the same deadline. A deadline equal to ``now`` is not late.
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

  /// Removes a sleep that has not been woken yet.
  ///
  /// - Returns: The waiter that the caller resumes with an error.
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

  /// Removes the earliest sleep whose deadline is not after `limit`, and advances the time to that deadline.
  ///
  /// - Parameter limit: The last deadline to consider; `nil` for no limit.
  /// - Returns: The waiter that the caller resumes; `nil` if there is none, in which case the time is unchanged.
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
      advance(to: alarm.deadline)
      if alarm.order > registrationsBefore { wakesWithoutTime += 1 }
      return (alarm.id, waiter)
    }
    return nil
  }

  /// Advances the time. An instant in the past has no effect.
  mutating func advance(to instant: Instant) {
    guard instant > now else { return }
    (now, wakesWithoutTime, registrationsBefore) = (instant, 0, registrations)
  }

  /// Removes all sleeps, ordered by deadline.
  ///
  /// - Returns: The waiters that the caller resumes with an error.
  mutating func cancelAll() -> [Waiter] {
    var waiters: [Waiter] = []
    while let alarm = alarms.popMin() {
      guard case .asleep(let waiter) = phases.removeValue(forKey: alarm.id) else { continue }
      waiters.append(waiter)
    }
    count = 0
    return waiters
  }

  /// The number of entries in memory. Tests use it to prove that a sleep leaves nothing behind.
  var footprint: Int { phases.count + alarms.count }

  private mutating func removeTombstones() {
    guard alarms.count > 2 * count else { return }
    alarms = Heap(alarms.unordered.filter { phases[$0.id] != nil })
  }
}
