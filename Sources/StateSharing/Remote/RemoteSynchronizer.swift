@_spi(Internals) import CounterpointSupport
import Foundation

/// Synchronizes a cell with remote storage: drives a ``RemoteMachine`` and owns its tasks and continuations.
///
/// The machine decides; this class calls the key, sets the errors of the cell, and notifies. It calls the machine
/// under the cell's lock, and the key and the observers without a lock.
final class RemoteSynchronizer<Value>: @unchecked Sendable {
  // @unchecked, and without checks of exclusive access, because mutable state is accessed only under the cell's lock.

  /// The cell. It owns this object, and each running task retains it.
  unowned let cell: SharedCell<Value>
  let connection: RemoteConnection<Value>
  @safe @exclusivity(unchecked) private var machine: RemoteMachine<Value>
  /// The promises of the machine's waiters.
  @safe @exclusivity(unchecked) private var promises: [UInt64: Promise<Void>] = [:]
  /// The task that sleeps during a pause.
  @safe @exclusivity(unchecked) private var pause: Task<Void, Never>?
  /// Held by an attempt to store a change, and by a transaction.
  let storageLock = AsyncLock()

  init(_ connection: RemoteConnection<Value>, cell: SharedCell<Value>) {
    self.cell = cell
    self.connection = connection
    machine = RemoteMachine(limit: connection.limit)
  }

  /// The lost change, until it is reported. Must be read under the lock, or when the cell is being deinitialized.
  var unreportedLoss: (any Error)? { machine.loss }

  /// Calls the machine under the lock. Removed values are released afterwards, because that may run arbitrary code.
  ///
  /// The closure must not call this function.
  func withMachine<Result>(_ body: (inout RemoteMachine<Value>) -> Result) -> Result {
    if cell.lock.isHeldByThisThread { return body(&machine) }
    let (result, discarded) = cell.lock.whileHeld { (body(&machine), machine.takeDiscarded()) }
    withExtendedLifetime(discarded) {}
    return result
  }

  // MARK: Changes

  /// Adds the cell's latest change. Must be called under the lock.
  @inline(never)
  func appendChange() {
    cell.lock.assertHeld()
    let before = cell.state.version != nil && cell.committed.isFilled ? cell.committed.value : nil
    machine.append(unsafe cell.storage.pointee, madeOn: before)
    connection.pendingWrites.add(cell)
  }

  /// Starts the task that stores the waiting changes, unless it is running. Must be called without a lock.
  @inline(never)
  func start() {
    let (startsTask, overflow) = withMachine { $0.start() }
    if let overflow { cell.setError(.saveError, overflow.error, isReported: overflow.isNew) }
    guard startsTask else { return }
    Task.detached { [self, cell] in
      await storeAll()
      withExtendedLifetime(cell) {}
    }
  }

  /// Requests a retry without a pause: the connection is restored, or a caller waits.
  func wake() {
    withMachine { machine in
      machine.requestWake()
      return pause
    }?.cancel()
    start()
  }

  /// Pauses before the next attempt, even in a canceled task, because a begun operation is completed.
  ///
  /// - Parameters:
  ///   - attempts: The number of attempts so far.
  ///   - isFailure: Whether the storage has failed. After a conflict, the pauses are short.
  ///   - rest: The maximum duration.
  ///   - isSkipped: Whether the pause is skipped if a retry was requested since the last attempt began.
  func pause(
    after attempts: Int,
    isFailure: Bool,
    atMost rest: Duration = .seconds(5),
    unlessWakeRequested isSkipped: Bool = true
  ) async {
    guard let clock = connection.clock else { return }
    let duration = min(RemoteConnection<Value>.pause(after: attempts, isFailure: isFailure), rest)
    let sleep = Task.detached { _ = try? await clock.sleep(for: duration) }
    let isWakeRequested = withMachine { machine in
      pause = sleep
      return machine.beginPause()
    }
    if isSkipped, isWakeRequested { sleep.cancel() }
    await sleep.value
    withMachine { machine in
      pause = nil
      machine.endPause()
    }
  }

  // MARK: Waiting

  /// Stores the waiting changes, or the value itself if nothing is stored.
  ///
  /// - Throws: The loss since the last call, or the reason why the value can't be stored now.
  func save() async throws {
    beginSave()
    try await wait(receivesLosses: true)
  }

  /// Stores the waiting changes, or the value itself if nothing is stored, and waits through failures.
  ///
  /// - Throws: The loss since the last call, or ``SharedStorageError/timedOut``.
  func save(within timeout: Duration) async throws {
    beginSave()
    let deadline = RemoteDeadline(after: timeout, on: connection.clock)
    try await wait(receivesLosses: true, outlastsFailures: true, until: deadline)
  }

  /// Waits until the present changes are stored.
  ///
  /// - Parameter timeout: The maximum duration of a wait through failures; `nil` to throw the first one.
  func drain(within timeout: Duration?) async throws {
    let deadline = timeout.map { RemoteDeadline(after: $0, on: connection.clock) }
    try await wait(receivesLosses: true, outlastsFailures: timeout != nil, until: deadline)
  }

  /// Forgets the change that the next ``save()`` would report as lost.
  func forgetLoss() { withMachine { $0.clearLoss() } }

  private func beginSave() {
    withMachine { machine in
      if machine.save(unsafe cell.storage.pointee, isKnown: cell.state.version != nil) {
        connection.pendingWrites.add(cell)
      }
    }
    cell.setError(.saveError, nil)
  }

  /// Waits until all changes are stored, or the storage fails.
  ///
  /// - Parameters:
  ///   - receivesLosses: Whether the caller receives a change that was lost since the last call.
  ///   - outlastsFailures: Whether the caller waits on if the storage fails.
  ///   - deadline: The deadline of the wait.
  func wait(
    receivesLosses: Bool,
    outlastsFailures: Bool = false,
    until deadline: RemoteDeadline? = nil
  ) async throws {
    let promise = Promise<Void>()
    let (waiter, ready) = withMachine { machine in
      let waiter = machine.addWaiter(receivesLosses: receivesLosses, outlastsFailures: outlastsFailures)
      promises[waiter.id] = promise
      return (waiter.id, settleReadyWaiters(&machine))
    }
    // A thrown error is also in `saveError`.
    if let loss = ready.loss { cell.setError(.saveError, loss, isReported: false) }
    for resume in ready.resume { resume() }
    wake()
    do {
      if let deadline { try await deadline.wait(for: promise) } else { try await promise.value }
    } catch {
      // After a cancellation or a timeout, no caller waits any more.
      withMachine { machine in
        machine.removeWaiter(waiter)
        promises[waiter] = nil
      }
      throw error
    }
  }

  /// Settles the waiters whose changes are no longer waiting.
  ///
  /// - Returns: The continuations to resume, and the loss, if a waiter receives it.
  private func settleReadyWaiters(
    _ machine: inout RemoteMachine<Value>
  ) -> (resume: [@Sendable () -> Void], loss: (any Error)?) {
    let loss = machine.loss
    var isReceived = false
    let resume = machine.takeReadyWaiters().compactMap { waiter in
      let received = waiter.receivesLosses ? loss : nil
      let promise = promises.removeValue(forKey: waiter.id)
      // A canceled waiter does not consume the loss.
      let resume = promise?.settle(with: received.map { .failure($0) } ?? .success(()))
      if resume != nil, received != nil { isReceived = true }
      return resume
    }
    if isReceived { machine.clearLoss() }
    return (resume, isReceived ? loss : nil)
  }

  // MARK: Results

  /// Resumes the callers whose changes are stored, and adopts the postponed foreign value if no change is left.
  func finishStep() {
    let (ready, arrival) = withMachine { machine in
      let arrival = machine.takePostponed(after: cell.state.version)
      if machine.changes.isEmpty { connection.pendingWrites.remove(cell, unreported: machine.loss) }
      return (settleReadyWaiters(&machine), arrival)
    }
    if let arrival { cell.apply(arrival.value, version: arrival.version, isArrival: true) { _ in true } }
    // A thrown error is also in `saveError`, even if it was cleared meanwhile.
    if let loss = ready.loss { cell.setError(.saveError, loss, isReported: false) }
    for resume in ready.resume { resume() }
  }

  /// Records a loss for the waiting callers, and for `saveError` until a later change is stored.
  func noteLoss(_ error: any Error) {
    withMachine { $0.noteLoss(error) }
    cell.setError(.saveError, error)
  }

  /// Reports a failure of the storage to the waiting callers.
  func report(_ failure: RemoteMachine<Value>.Failure) {
    let failing = withMachine { _ in failure.waiters.compactMap { promises.removeValue(forKey: $0.id) } }
    cell.setError(.saveError, failure.error, isReported: failure.isReported)
    for promise in failing { promise.resume(with: .failure(failure.error)) }
  }

  // MARK: Foreign values

  /// Returns whether a foreign value has to be postponed because of waiting changes. Must be called under the lock.
  @inline(never)
  func isPostponed(_ value: Transfer<Value>, _ version: SharedVersion?) -> Bool {
    cell.lock.assertHeld()
    return machine.isPostponed(value.value, version)
  }

  /// Records whether a value is stored, and which version is empty.
  func noteLoaded(_ answer: LoadAnswer<Value>) {
    guard let version = answer.version else { return }
    let loaded = withMachine { machine in
      let loaded = machine.loaded(isEmpty: answer.value == nil, version: version, current: cell.state.version)
      if loaded.adoptsVersion { cell.state.version = version }
      return loaded
    }
    // Only during a load, because an event may be late; otherwise a refused value stays.
    if loaded.isRefused, let value = answer.value, cell.status.withLock({ $0.loadsInFlight > 0 }) {
      undoRefusal(of: value, version)
    }
  }

  /// Replaces a refused value with the stored one.
  private func undoRefusal(of value: Value, _ version: SharedVersion) {
    let histories = SharedValueHistory.current
    withMachine { machine in
      guard machine.undoRefusal(in: version, current: cell.state.version) else { return }
      cell.keep(unsafe cell.storage.pointee, in: histories)
      unsafe machine.discard(cell.storage.pointee)
      unsafe cell.storage.pointee = value
      cell.state.arrivals += 1
      cell.noteChange(save: false)
    }
    cell.deliver()
    cell.observation.change(.value)
  }

  /// Decides what the cell does with a stored value of a transaction. Must be called under the lock.
  @inline(never)
  func accept(_ version: SharedVersion) -> CellAcceptance {
    cell.lock.assertHeld()
    return machine.accept(version, current: cell.state.version)
  }
}
