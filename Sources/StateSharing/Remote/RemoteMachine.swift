import Foundation

/// The state machine of a value with remote storage: its waiting changes and the order of their storage, as a value.
///
/// It has no task, no lock and no clock. `RemoteSynchronizer` owns it, calls one function for each event under the
/// value's lock, and does what the function returns.
///
/// ```
///          beginAttempt               beginRebase
///   idle ───────────────▶ storing ◀────────────────▶ conflict
///    ▲ ▲                     │         install
///    │ └─────────────────────┘ endAttempt
///    ├─────────▶ paused        beginPause, endPause
///    └─────────▶ transaction   beginTransaction, endTransaction
/// ```
///
/// The changes are kept in order, each with the value after it. The first was made on `base`, the stored value in the
/// cell's version; each other one was made on the change before. While there are changes, or a transaction is running,
/// the cell shows the local value, and foreign values are postponed.
struct RemoteMachine<Value> {
  enum Phase {
    /// The storage is not in use.
    case idle
    /// The first change is being stored.
    case storing
    /// All changes are being rebased onto a foreign value, as a part of an attempt to store the first.
    case conflict
    /// The storing task pauses before the next attempt.
    case paused
    /// A transaction is running. Local changes wait until it ends.
    case transaction
  }

  private(set) var phase = Phase.idle
  /// Whether a task is storing the changes.
  private(set) var isTaskRunning = false
  /// Whether a retry without a pause was requested since the last attempt began.
  private(set) var isWakeRequested = false

  /// The value that the first change was made on; `nil` if the storage was unknown.
  private(set) var base: Value? { didSet { discard(oldValue) } }
  private(set) var changes: [RemoteChange<Value>] = []
  private var lastNumber: UInt64 = 0
  private let limit: Int
  /// Whether a stored value is known.
  private(set) var isStored = false

  /// The newest postponed foreign value.
  private var postponed: (value: Value, version: SharedVersion)? { didSet { discard(oldValue?.value) } }
  /// The newest version known to be empty.
  private var absentVersion: SharedVersion?
  /// The cell's version, if the cell shows a value that the storage refused.
  private var refusedVersion: SharedVersion?

  private var waiters: [Waiter] = []
  private var lastWaiter: UInt64 = 0
  /// The number of attempts to store a change.
  private var attempts = 0
  /// The number of attempts to store the first change that did not end in a failure.
  private(set) var attemptsOfFirst = 1
  private var failuresOfFirst = 0
  /// Whether a write of the first change whose outcome is unknown has been looked up.
  private var isFirstLookedUp = false

  /// The lost change, until a caller receives it.
  private(set) var loss: (any Error)? { didSet { discard(oldValue) } }
  /// The error in `saveError` until `firstThatClears` is stored.
  private var notice: (any Error)? { didSet { discard(oldValue) } }
  /// The change whose storage clears `notice`.
  private var firstThatClears: UInt64 = 0
  /// Whether `saveError` has an error of the storage.
  private var isFailing = false
  /// The overflow that has not been reported for the newest change.
  private var overflow: Overflow?
  /// Whether the current overflow has been reported.
  private var isOverflowing = false

  /// Values removed under the lock. They are released without it, because that may run arbitrary code.
  private var discarded: [Any] = []

  /// Creates an idle machine.
  ///
  /// - Parameter limit: The maximum number of waiting changes.
  init(limit: Int) {
    self.limit = limit
  }

  /// Whether foreign values have to be postponed.
  var isBusy: Bool { phase == .transaction || !changes.isEmpty }

  /// Retains a removed value until the lock is released.
  mutating func discard(_ value: Any?) {
    if let value { discarded.append(value) }
  }

  /// Removes and returns the values to release after the lock.
  mutating func takeDiscarded() -> [Any] {
    defer { discarded = [] }
    return discarded
  }

  // MARK: Changes

  /// Adds a change.
  ///
  /// - Parameters:
  ///   - value: The value after the change.
  ///   - before: The value before it; `nil` if the storage is unknown.
  ///   - isChange: Whether it is a change, or a default that is stored only if nothing is stored.
  mutating func append(_ value: Value, madeOn before: Value?, isChange: Bool = true) {
    if isChange, changes.count >= limit, let last = changes.last, last.isChange, last.unconfirmedWrites.isEmpty,
      phase != .conflict, phase != .storing || changes.count > 1
    {
      discard(last.value)
      changes[changes.count - 1].value = value
      noteOverflow(after: last.number)
      return
    }
    lastNumber += 1
    if changes.isEmpty { base = before }
    changes.append(RemoteChange(number: lastNumber, value: value, isChange: isChange))
  }

  private mutating func noteOverflow(after number: UInt64) {
    let error = SharedStorageError.tooManyChanges(waiting: limit)
    overflow = Overflow(error: error, isNew: !isOverflowing || overflow?.isNew == true)
    isOverflowing = true
    isFailing = false
    notice = error
    firstThatClears = max(firstThatClears, number)
  }

  /// `save()` was called. Adds the value itself if nothing is stored and no change is waiting.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - isKnown: Whether the cell has a version of the storage.
  /// - Returns: Whether the value was added.
  mutating func save(_ value: Value, isKnown: Bool) -> Bool {
    isFailing = false
    guard changes.isEmpty, !isStored else { return false }
    append(value, madeOn: isKnown ? value : nil, isChange: false)
    return true
  }

  // MARK: The storing task

  /// A change was added, or a retry is due.
  ///
  /// - Returns: Whether to start the storing task, and the overflow to report in `saveError`, if there is one.
  mutating func start() -> (startsTask: Bool, overflow: Overflow?) {
    defer { overflow = nil }
    guard !isTaskRunning, !changes.isEmpty else { return (false, overflow) }
    isTaskRunning = true
    beginFirst()
    return (true, overflow)
  }

  /// A retry without a pause was requested: the connection is restored, or a caller waits.
  mutating func requestWake() {
    isWakeRequested = true
  }

  /// The storing task has acquired the storage.
  ///
  /// - Returns: Whether to attempt to store the first change. If not, the task ends.
  mutating func beginAttempt() -> Bool {
    isWakeRequested = false
    attempts += 1
    guard !changes.isEmpty else {
      isTaskRunning = false
      return false
    }
    phase = .storing
    return true
  }

  /// The attempt is over, and the storage is about to be released.
  mutating func endAttempt() {
    phase = .idle
  }

  /// The attempt is over, and the storage is released.
  ///
  /// - Returns: What to report, and the pause before the next attempt; without one, the next attempt follows at once.
  mutating func next(after outcome: Outcome) -> Next {
    switch outcome {
    case .done:
      beginFirst()
      return Next()
    case .conflict(let isOpen):
      attemptsOfFirst += 1
      let conflicts = attemptsOfFirst - 1
      let isFailure = attemptsOfFirst % 16 == 0
      let error = SharedStorageError.conflict(attempts: attemptsOfFirst)
      let isPauseNeeded = !isOpen || !RemoteConnection<Value>.retriesAtOnce(after: conflicts)
      return Next(
        failure: isFailure ? fail(error, isReported: true) : nil,
        pause: isPauseNeeded ? Pause(attempts: conflicts, isFailure: false) : nil
      )
    case .failed(let error):
      // Another member of the storage may know whether the write is stored. The program may end after a failure.
      if !isFirstLookedUp, !changes[0].unconfirmedWrites.isEmpty {
        isFirstLookedUp = true
        return Next()
      }
      failuresOfFirst += 1
      return Next(
        failure: fail(error, isReported: failuresOfFirst == 1),
        pause: Pause(attempts: failuresOfFirst, isFailure: true)
      )
    }
  }

  private mutating func beginFirst() {
    attemptsOfFirst = 1
    failuresOfFirst = 0
    isFirstLookedUp = false
  }

  private mutating func fail(_ error: any Error, isReported: Bool) -> Failure {
    isFailing = true
    let failing = waiters.filter { $0.attempts < attempts && !$0.outlastsFailures }
    waiters.removeAll { $0.attempts < attempts && !$0.outlastsFailures }
    return Failure(error: error, isReported: isReported, waiters: failing)
  }

  /// A pause begins. In a transaction, the phase stays.
  ///
  /// - Returns: Whether a retry was requested since the last attempt began.
  mutating func beginPause() -> Bool {
    if phase == .idle { phase = .paused }
    return isWakeRequested
  }

  /// The pause is over, or was interrupted.
  mutating func endPause() {
    if phase == .paused { phase = .idle }
  }

  /// An attempt has failed, and there is no clock for a pause.
  ///
  /// - Returns: Whether to retry, because that was requested. Otherwise the task ends.
  mutating func retriesWithoutClock() -> Bool {
    isTaskRunning = isWakeRequested
    return isWakeRequested
  }

  // MARK: The first change

  /// A transaction for the first change has read the stored value.
  ///
  /// - Parameters:
  ///   - stored: The stored value.
  ///   - version: The cell's version.
  ///   - initialValue: The value that the cell shows if nothing is stored.
  mutating func prepareFirst(
    on stored: SharedStored<Value>,
    version: SharedVersion?,
    initialValue: Value?
  ) -> Preparation {
    if let found = findFirst(in: stored, initialValue: initialValue) { return found }
    guard version.map({ $0 == stored.version }) ?? (stored.value == nil) else { return .rebase }
    let first = changes[0]
    return first.isChange || stored.value == nil
      ? .commit(first.value) : .finish(storing: nil, version: nil)
  }

  /// Finds writes of the first change in the stored value. A later foreign value is postponed.
  ///
  /// - Returns: `finish` or `lose`; `nil` if no write of the change is stored.
  mutating func findFirst(in stored: SharedStored<Value>, initialValue: Value?) -> Preparation? {
    isStored = stored.value != nil
    switch changes[0].unconfirmedWrites.verdict(stored) {
    case .notStored:
      return nil
    case .unknown(let value):
      return .lose(value)
    case .stored(let value, let isNewest):
      if isNewest { return .finish(storing: value, version: stored.version) }
      // Later foreign writes are found by the next change, or become the value now.
      if stored.value == nil { noteAbsence(stored.version) }
      postpone(stored.value ?? initialValue ?? value, stored.version)
      return .finish(storing: value, version: nil)
    }
  }

  /// Records a write of the first change before it is sent.
  mutating func willWriteFirst(_ value: Value, id: UUID, on stored: SharedStored<Value>) {
    changes[0].unconfirmedWrites.note(id, value, on: stored)
  }

  /// The storage has answered a write of the first change: it is not stored.
  mutating func forgetWrite(_ id: UUID) {
    discard(changes[0].unconfirmedWrites)
    changes[0].unconfirmedWrites.forget(id)
  }

  /// Removes the first change, which is stored or does not need to be.
  ///
  /// - Parameter value: The stored value, on which the next change was made; `nil` if it is the base of the first
  ///   change.
  /// - Returns: Whether `saveError` changes, and to which error.
  mutating func finishFirst(storing value: Value?) -> (changesError: Bool, error: (any Error)?) {
    let first = changes.removeFirst()
    discard(first)
    if let value { base = value }
    isStored = true
    let clears = first.number >= firstThatClears
    if clears {
      notice = nil
      isOverflowing = false
    }
    defer { isFailing = false }
    return (clears || isFailing, notice)
  }

  /// Removes the first change, which the storage refuses. The next change still builds on it.
  ///
  /// - Parameter version: The cell's version.
  mutating func dropFirst(because error: any Error, in version: SharedVersion?) {
    noteLoss(error)
    let first = changes.removeFirst()
    discard(first)
    base = first.value
    refusedVersion = version
  }

  /// Records a loss for the waiting callers, and for `saveError` until a later change is stored.
  mutating func noteLoss(_ error: any Error) {
    loss = error
    notice = error
    firstThatClears = lastNumber + 1
    isFailing = false
  }

  // MARK: Conflicts

  /// The changes must be rebased onto a foreign value.
  ///
  /// - Parameter isLost: Whether the first change is left out.
  mutating func beginRebase(onto stored: SharedStored<Value>, withoutFirst isLost: Bool) -> RemoteRebase<Value> {
    phase = .conflict
    return RemoteRebase(base: base, onto: stored, without: isLost ? changes.first?.number : nil)
  }

  /// Returns the changes that are not rebased yet. If there are none, call ``install(_:lost:)`` under the same lock.
  func changesToRebase(after count: Int) -> [RemoteChange<Value>]? {
    changes.count > count ? Array(changes[count...]) : nil
  }

  /// Replaces the changes with the rebased ones.
  ///
  /// - Parameters:
  ///   - rebase: The rebased changes.
  ///   - error: The error for a change that was lost.
  mutating func install(_ rebase: RemoteRebase<Value>, lost error: (any Error)?) {
    discard(changes)
    changes = rebase.changes
    base = rebase.stored.value
    phase = .storing
    // Immediately, because from now on no waiting change is found.
    if let error { noteLoss(error) }
  }

  // MARK: Foreign values

  /// A foreign value has arrived.
  ///
  /// - Returns: Whether it is postponed because of waiting changes or a transaction.
  mutating func isPostponed(_ value: Value, _ version: SharedVersion?) -> Bool {
    guard isBusy else { return false }
    postpone(value, version)
    return true
  }

  /// Postpones a foreign value. A value without a version can't be told from the local one, and is read again anyway.
  private mutating func postpone(_ value: Value, _ version: SharedVersion?) {
    guard let version, version > postponed?.version ?? SharedVersion(0) else { return }
    postponed = (value, version)
  }

  private mutating func noteAbsence(_ version: SharedVersion) {
    absentVersion = max(absentVersion ?? version, version)
  }

  /// Removes and returns the postponed foreign value, if there is no waiting change.
  ///
  /// - Parameter version: The cell's version.
  mutating func takePostponed(after version: SharedVersion?) -> (value: Value, version: SharedVersion)? {
    guard !isBusy, let arrival = postponed else { return nil }
    postponed = nil
    if arrival.version > version ?? SharedVersion(0) { isStored = arrival.version != absentVersion }
    return arrival
  }

  /// The key has delivered a state of the storage.
  ///
  /// - Parameters:
  ///   - isEmpty: Whether nothing is stored.
  ///   - version: The version of the storage.
  ///   - current: The cell's version.
  mutating func loaded(isEmpty: Bool, version: SharedVersion, current: SharedVersion?) -> Loaded {
    if isBusy {
      if isEmpty { noteAbsence(version) }
      return Loaded()
    }
    guard version >= current ?? version else { return Loaded() }
    isStored = !isEmpty
    return Loaded(adoptsVersion: isEmpty && current == nil, isRefused: refusedVersion == version)
  }

  /// A refused value is about to be replaced with the stored one.
  ///
  /// - Returns: Whether to replace it.
  mutating func undoRefusal(in version: SharedVersion, current: SharedVersion?) -> Bool {
    guard !isBusy, current == version, refusedVersion == version else { return false }
    refusedVersion = nil
    return true
  }

  // MARK: Transactions

  /// A transaction has acquired the storage.
  ///
  /// - Returns: Whether it begins. If not, it releases the storage and waits for the changes.
  mutating func beginTransaction() -> Bool {
    guard changes.isEmpty else { return false }
    phase = .transaction
    return true
  }

  mutating func endTransaction() {
    phase = .idle
  }

  /// The transaction has read or written a stored value.
  mutating func noteStored(_ stored: SharedStored<Value>) {
    isStored = stored.value != nil
  }

  /// The cell is about to show a stored value.
  ///
  /// - Parameters:
  ///   - version: The version of the value.
  ///   - current: The cell's version.
  mutating func accept(_ version: SharedVersion, current: SharedVersion?) -> CellAcceptance {
    // A refused value is replaced by the stored one.
    if let current, version <= current, version != current || refusedVersion != version { return .ignore }
    guard changes.isEmpty else { return .keepLocal }
    refusedVersion = nil
    return .show
  }

  // MARK: Waiting

  /// A caller waits for the present changes.
  mutating func addWaiter(receivesLosses: Bool, outlastsFailures: Bool = false) -> Waiter {
    lastWaiter += 1
    let waiter = Waiter(
      id: lastWaiter,
      lastChange: lastNumber,
      receivesLosses: receivesLosses,
      outlastsFailures: outlastsFailures,
      attempts: attempts
    )
    waiters.append(waiter)
    return waiter
  }

  /// A caller was canceled, or has reached its deadline.
  mutating func removeWaiter(_ id: UInt64) {
    waiters.removeAll { $0.id == id }
  }

  /// Removes and returns the callers whose changes are no longer waiting.
  mutating func takeReadyWaiters() -> [Waiter] {
    let first = changes.first?.number ?? .max
    let ready = waiters.filter { $0.lastChange < first }
    if !ready.isEmpty { waiters.removeAll { $0.lastChange < first } }
    return ready
  }

  /// A caller has received the loss, or the program has acknowledged it.
  mutating func clearLoss() {
    loss = nil
  }
}
