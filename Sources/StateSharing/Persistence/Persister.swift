@_spi(Internals) import CounterpointSupport
import CounterpointThreadLocals
import IssueReporting
import Synchronization

/// Loads and saves the value of a cell, and runs its local transactions, with the cell's key.
///
/// The key answers on any thread. Each pending answer retains the cell, so that a change outlives the last wrapper.
final class Persister<Value>: @unchecked Sendable {
  // @unchecked, and without a check of exclusive access, because `slowLocations` is accessed only under the cell's
  // lock.

  /// The state of the saves.
  private struct Saves: Sendable {
    /// The changes whose saving has not ended, with the stored state that each builds on.
    var pending: [UInt64: SaveBasis] = [:]
    /// The last change that has been saved, or is lost.
    var lastStored: UInt64 = 0
    /// The last change whose save has failed.
    var lastFailed: UInt64 = 0
    /// The last change that could not be stored. While the cell has it, the next save may store it.
    var lastUnstored: UInt64 = 0
    /// The last change that the cell has not any more, because a value of the key has replaced it.
    var lastReplaced: UInt64 = 0
    /// The number of the stored state that the cell has, if the key is a ``RevisionedKey``.
    var revision: UInt64 = 0
    /// The number of calls of `save()` that the key has not answered.
    var requests = 0
    /// The error of the last transaction, if it failed. Its change is rolled back, so no save can store it.
    var transactionError: (any Error)?
    /// The first change that was lost to a conflict, until a `save()` throws it.
    var loss: (any Error)?
    /// The continuations to resume when no change up to their number is being saved.
    var waiting: [(number: UInt64, resume: @Sendable () -> Void)] = []
    /// The number of loads that have begun.
    var loads: UInt64 = 0
    /// The last load that has succeeded.
    var lastLoaded: UInt64 = 0

    /// Records that all changes up to a number are stored.
    ///
    /// - Returns: Whether no later change has failed.
    mutating func noteStored(_ number: UInt64) -> Bool {
      lastStored = max(lastStored, number)
      return number >= lastFailed
    }

    /// Records that all changes up to a number are stored, or lost.
    mutating func noteLoss(_ error: any Error, upTo number: UInt64) {
      lastStored = max(lastStored, number)
      loss = loss ?? error
    }

    /// Records that a change is no longer being saved.
    ///
    /// - Returns: The continuations that can be resumed.
    mutating func finish(_ number: UInt64) -> [@Sendable () -> Void] {
      pending[number] = nil
      // Skipped when no caller waits, because finding the oldest for each of n changes costs O(n²).
      guard !waiting.isEmpty else { return [] }
      let oldest = pending.keys.min() ?? .max
      let ready = waiting.filter { $0.number < oldest }
      waiting.removeAll { $0.number < oldest }
      return ready.map(\.resume)
    }
  }

  /// The cell. It owns this object.
  unowned let cell: SharedCell<Value>
  let connection: KeyConnection<Value>
  /// Synchronizes the cell, if the storage is remote.
  let remote: RemoteSynchronizer<Value>?
  /// Serializes transactions, which last longer than the cell's lock may be held; `nil` if the key has none.
  let transactionLock: ExclusiveLock?

  /// A call of the key that is due.
  private enum Work {
    case save(Transfer<Value>, number: UInt64)
    /// A call of `save()`.
    case saveOnRequest(Promise<Void>)
  }

  private let saves = Locked(Saves())
  private let work = SerialQueue<Work>()
  private let subscription = Locked<SharedSubscription?>(nil)
  /// The calls of `withLock` that have been reported because they blocked the main thread.
  @safe @exclusivity(unchecked) var slowLocations: Set<SourceLocation> = []

  init(_ connection: KeyConnection<Value>, cell: SharedCell<Value>, remote: RemoteSynchronizer<Value>?) {
    self.connection = connection
    self.cell = cell
    self.remote = remote
    transactionLock = connection.begin == nil ? nil : ExclusiveLock()
  }

  // MARK: Loading

  /// The state at the beginning of a load. Later changes are newer than the answer of the load.
  struct LoadStart: Sendable {
    let number: UInt64
    let mutations: UInt64
    let arrivals: UInt64
    /// Whether changes are being saved. The answer of the load may be older than they.
    let isSaving: Bool
    /// The number of subscription failures so far.
    let failures: Int
  }

  /// Subscribes to the key, and loads for the first time unless the caller does that itself.
  ///
  /// The subscription comes first. A change between the two reaches the subscriber, and the older answer is then
  /// ignored.
  func start(loading: Bool) {
    let context: LoadContext<Value> =
      loading ? cell.initialValue.map { .initialValue($0.value) } ?? .userInitiated : .userInitiated
    let start = loading ? beginLoading() : nil
    let subscriber = SharedSubscriber<Value>(
      versioned: { [weak cell, unowned self] result in
        if let cell { withExtendedLifetime(cell) { arrive(result) } }
      },
      onLoading: { [weak cell, unowned self] isLoading in
        if let cell { withExtendedLifetime(cell) { arrive(isLoading: isLoading) } }
      },
      onConnected: { [weak cell, unowned self] in
        if let cell { withExtendedLifetime(cell) { remote?.wake() } }
      },
      onStored: { [weak cell, unowned self] in
        if let cell { withExtendedLifetime(cell) { arriveStored() } }
      },
      onIssue: { [weak cell] in cell?.report($0) }
    )
    let new = connection.subscribe(context, subscriber)
    subscription.withLock { $0 = new }
    guard let start else { return }
    connection.load(
      context,
      LoadContinuation(description: { [connection] in connection.description }) { [weak cell, unowned self] result in
        if let cell { withExtendedLifetime(cell) { finishLoading(result, begunAt: start) } }
      }
    )
  }

  /// Starts with a value that was loaded before the cell existed. The caller delivers the events that arrived since.
  func start(having answer: LoadAnswer<Value>, followedBy new: SharedSubscription) {
    subscription.withLock { $0 = new }
    cell.lock.whileHeld {
      cell.state.version = answer.version
      cell.state.revision = answer.revision ?? 0
      saves.withLock { $0.revision = answer.revision ?? 0 }
    }
    remote?.noteLoaded(answer)
  }

  /// Loads, and returns the answer.
  @discardableResult
  func load() async throws -> LoadAnswer<Value> {
    let start = beginLoading()
    let promise = Promise<Transfer<LoadAnswer<Value>>>()
    connection.load(
      .userInitiated,
      LoadContinuation(description: { [connection] in connection.description }) { [self, cell] result in
        // The caller receives the error, so it is not reported.
        withExtendedLifetime(cell) { finishLoading(result, begunAt: start, isReported: false) }
        promise.resume(with: result.map { Transfer(value: $0) })
      }
    )
    return try await promise.value.value
  }

  func beginLoading() -> LoadStart {
    cell.update(.isLoading) { $0.loadsInFlight += 1 }
    let failures = cell.status.withLock(\.failuresOfSubscription)
    let state = cell.lock.whileHeld { cell.state }
    return saves.withLock { saves in
      saves.loads += 1
      return LoadStart(
        number: saves.loads,
        mutations: state.mutations,
        arrivals: state.arrivals,
        isSaving: !saves.pending.isEmpty || saves.requests > 0,
        failures: failures
      )
    }
  }

  func finishLoading(_ result: Result<LoadAnswer<Value>, any Error>, begunAt start: LoadStart, isReported: Bool = true)
  {
    afterOutermostChange { [self] in finishLoadingNow(result, begunAt: start, isReported: isReported) }
  }

  private func finishLoadingNow(
    _ result: Result<LoadAnswer<Value>, any Error>,
    begunAt start: LoadStart,
    isReported: Bool
  ) {
    defer { cell.update(.isLoading) { $0.loadsInFlight -= 1 } }
    // Loads may overlap. The answer of one that began earlier is older, unless it has a version or a revision.
    let isOutdated = saves.withLock { saves in
      if case .success = result { saves.lastLoaded = max(saves.lastLoaded, start.number) }
      return start.number < saves.lastLoaded
    }
    let answer = try? result.get()
    if isOutdated, answer?.version == nil, answer?.revision == nil { return }
    switch result {
    case .success(let answer):
      remote?.noteLoaded(answer)
      if let value = answer.value {
        // Versions order this answer and a local change that was stored meanwhile.
        let isOrdered = (cell.isRemote || transactionLock != nil) && answer.version != nil
        // Revisions order it with what has arrived. The key reports no change that this load has found.
        let isOrderedWithArrivals = answer.revision != nil
        let isNewer = { @Sendable [revision = answer.revision ?? 0] (state: CellState) in revision > state.revision }
        cell.apply(value, version: answer.version, revision: answer.revision) { state in
          isOrdered
            || state.mutations == start.mutations && (!start.isSaving || isNewer(state))
              && (isOrderedWithArrivals || state.arrivals == start.arrivals)
        }
      } else if let revision = answer.revision {
        // The value stays, and builds on an empty storage from now on.
        cell.lock.whileHeld {
          guard cell.state.mutations == start.mutations, cell.state.arrivals == start.arrivals else { return }
          cell.state.revision = max(cell.state.revision, revision)
          saves.withLock { $0.revision = cell.state.revision }
        }
      }
      // An answer from before a lost connection does not clear the error of the loss.
      cell.setError(.loadError, nil) { $0.failuresOfSubscription == start.failures }
    case .failure(let error):
      cell.setError(.loadError, error, isReported: isReported)
    }
  }

  /// Handles a message of the key: now, or when the outermost change of this thread is over.
  ///
  /// A key may call on a thread that is changing this value, or another one that observers of this one read.
  private func afterOutermostChange(_ handle: @escaping () -> Void) {
    ThreadChanges.afterOutermost { [cell] in withExtendedLifetime(cell, handle) }
  }

  /// Applies a foreign change.
  func arrive(_ result: Result<LoadAnswer<Value>, any Error>) {
    if ThreadChanges.isEmpty { return arriveNow(result) }
    afterOutermostChange { [self] in
      // The change that this thread has made meanwhile comes first.
      passToKey(waiting: false)
      arriveNow(result)
      cell.deliver()
    }
  }

  private func arriveNow(_ result: Result<LoadAnswer<Value>, any Error>) {
    switch result {
    case .success(let answer):
      remote?.noteLoaded(answer)
      if let value = answer.value ?? cell.initialValue?.value {
        cell.apply(value, version: answer.version, revision: answer.revision, isArrival: true) { _ in true }
      }
      cell.update(.isLoading) { $0.isLoadingForSubscriber = false }
      cell.setError(.loadError, nil)
    case .failure(let error):
      cell.update(.isLoading) {
        $0.isLoadingForSubscriber = false
        $0.failuresOfSubscription += 1
      }
      cell.setError(.loadError, error)
    }
  }

  /// Records whether the key is loading the value on its own.
  func arrive(isLoading: Bool) {
    afterOutermostChange { [self] in cell.update(.isLoading) { $0.isLoadingForSubscriber = isLoading } }
  }

  /// Records that changes whose save had failed are stored.
  func arriveStored() {
    afterOutermostChange { [self] in
      saves.withLock { $0.lastUnstored = 0 }
      cell.setError(.saveError, nil)
    }
  }

  // MARK: Saving

  /// Records a change that has to be saved. Must be called under the lock.
  @inline(never)
  func noteUnsavedChange() {
    cell.lock.assertHeld()
    let number = cell.state.changes
    cell.state.lastSavedChange = number
    saves.withLock { $0.pending[number] = cell.state.basis }
    work.append(.save(Transfer(value: unsafe cell.storage.pointee), number: number))
  }

  /// Passes the recorded changes and calls of `save()` to the key, in their order, one at a time. Must be called
  /// without a lock.
  ///
  /// - Parameter waits: Whether to return only when all that was recorded before is passed to the key, also by another
  ///   thread. A change that the key itself makes never waits.
  func passToKey(waiting waits: Bool = true) {
    guard work.hasEntries else { return }
    cell.lock.assertNotHeld()
    let isInKey = counterpoint_get_saving()
    work.handle(
      waiting: waits && !isInKey,
      whenLooping: { reportLoop(cell.name, at: cell.declaration) },
      { work in
        counterpoint_exchange_saving(true)
        defer { counterpoint_exchange_saving(isInKey) }
        switch work {
        case .save(let value, let number):
          save(value, number: number)
          cell.passed.store(number, ordering: .releasing)
        case .saveOnRequest(let promise): saveOnRequest(promise)
        }
      }
    )
  }

  /// Saves the value, and waits until it and all earlier changes are stored.
  ///
  /// - Throws: The reason why the value could not be stored, or the conflict of a change that was lost since the last
  ///   call. The error of a failed transaction, until a later one succeeds.
  func save() async throws {
    if let remote { return try await remote.save() }
    if let error = saves.withLock(\.transactionError) { throw error }
    let promise = Promise<Void>()
    work.append(.saveOnRequest(promise))
    // The caller waits for the promise, and keeps no thread from other tasks.
    passToKey(waiting: false)
    cell.deliver()
    try await promise.value
  }

  /// Saves a change.
  private func save(_ value: Transfer<Value>, number: UInt64) {
    guard let save = connection.save else { return }
    let basis = saves.withLock { $0.pending[number] } ?? SaveBasis()
    save(
      value.value,
      basis,
      .didSet,
      SaveContinuation(self.connection.description) { [self, cell] result in
        switch result {
        case .success:
          noteStored(number)
        case .failure(let error):
          if let error = noteFailure(error, of: value, number, basedOn: basis) { cell.setError(.saveError, error) }
        }
        for resume in saves.withLock({ $0.finish(number) }) { resume() }
      }
    )
  }

  /// Records that a change is not stored.
  ///
  /// - Returns: The error, or the conflict with a foreign value that has replaced the change meanwhile; `nil` if a
  ///   later save has stored it.
  private func noteFailure(
    _ error: any Error,
    of value: Transfer<Value>,
    _ number: UInt64,
    basedOn basis: SaveBasis
  ) -> (any Error)? {
    let isConflict = isConflict(error)
    // The value is in the file, but may not survive a failure of the power.
    let isWritten = if case SharedStorageError.notDurable = error { true } else { false }
    let conflict: (any Error)? = isConflict ? error : isWritten ? nil : connection.conflict?(value.value)
    return saves.withLock { saves -> (any Error)? in
      if !isConflict, number <= saves.lastStored { return nil }
      saves.lastFailed = max(saves.lastFailed, number)
      if let conflict, isConflict || saves.revision > basis.revision {
        saves.noteLoss(conflict, upTo: number)
        return conflict
      }
      if !isWritten { saves.lastUnstored = max(saves.lastUnstored, number) }
      return error
    }
  }

  private func isConflict(_ error: any Error) -> Bool {
    if case SharedStorageError.externalConflict = error { true } else { false }
  }

  /// Records that a value of the key replaces the cell's. Must be called under the cell's lock.
  ///
  /// - Returns: The loss of a change that could not be stored before, which `save()` throws as well.
  func noteReplacement(of value: Value, revision: UInt64?, isArrival: Bool) -> (any Error)? {
    cell.lock.assertHeld()
    let unstored = saves.withLock { saves -> UInt64? in
      let isStored = saves.lastUnstored <= max(saves.lastStored, saves.lastReplaced)
      saves.lastReplaced = cell.state.changes
      if let revision { saves.revision = revision }
      // The outcome of a save that goes on tells whether it has stored the change.
      let isDecided = saves.pending.isEmpty && saves.requests == 0
      return isArrival && !isStored && isDecided ? saves.lastUnstored : nil
    }
    guard let unstored, let conflict = connection.conflict?(value) else { return nil }
    saves.withLock { $0.noteLoss(conflict, upTo: unstored) }
    return conflict
  }

  /// Performs a call of ``save()``, in order with the changes.
  private func saveOnRequest(_ promise: Promise<Void>) {
    guard let save = connection.save else { return promise.resume(with: .success(())) }
    cell.lock.lock()
    let value = Transfer(value: unsafe cell.storage.pointee)
    let state = cell.state
    let last = state.changes, lastChange = state.lastSavedChange
    let isStored = saves.withLock { saves in
      saves.requests += 1
      return max(saves.lastStored, saves.lastReplaced) >= lastChange
    }
    let basis = SaveBasis(revision: state.revision, version: state.version, isStored: isStored)
    cell.lock.unlock()
    save(
      value.value,
      basis,
      .userInitiated,
      SaveContinuation(self.connection.description) { [self, cell] result in
        let outcome: Result<Void, any Error>
        switch result {
        case .success:
          noteStored(lastChange)
          outcome = .success(())
        case .failure(let error):
          let failure = isStored ? error : noteFailure(error, of: value, lastChange, basedOn: basis)
          // The caller receives the error, so it is not reported.
          if let failure { cell.setError(.saveError, failure, isReported: false) }
          outcome = .failure(failure ?? error)
        }
        saves.withLock { $0.requests -= 1 }
        whenSaved(upTo: last) { [self, cell] in
          let loss = takeLoss(after: outcome)
          // The value is stored, but an earlier change is lost.
          if let loss { cell.setError(.saveError, loss, isReported: false) }
          if let loss { promise.resume(with: .failure(loss)) } else { promise.resume(with: outcome) }
        }
      }
    )
  }

  /// Records that all changes up to a number are stored, and clears the errors unless a later change has failed.
  private func noteStored(_ number: UInt64) {
    cell.setError(.loadError, nil)
    let failures = cell.status.withLock(\.failuresOfSaves)
    guard saves.withLock({ $0.noteStored(number) }) else { return }
    cell.setError(.saveError, nil) { $0.failuresOfSaves == failures }
  }

  /// Records the result of a transaction. Must be called under the transaction lock.
  func noteTransaction(_ error: (any Error)?) {
    saves.withLock { $0.transactionError = error }
  }

  /// Forgets the error of the last transaction, a loss, and `saveError`. What is not stored is still saved by the next
  /// `save()`.
  func acknowledgeSaveError() {
    if let remote { remote.forgetLoss() }
    let failures = cell.status.withLock(\.failuresOfSaves)
    // Released without the lock, because errors may contain values.
    let forgotten = saves.withLock { saves in
      defer { (saves.transactionError, saves.loss) = (nil, nil) }
      return (saves.transactionError, saves.loss)
    }
    cell.setError(.saveError, nil) { $0.failuresOfSaves == failures }
    withExtendedLifetime(forgotten) {}
  }

  /// Returns the loss that a call of `save()` throws. After a failure, the call throws its own error, and the loss
  /// waits for the next call, unless the own error is a conflict as well.
  private func takeLoss(after outcome: Result<Void, any Error>) -> (any Error)? {
    saves.withLock { saves in
      switch outcome {
      case .failure(let error) where !isConflict(error): return nil
      case .success, .failure:
        defer { saves.loss = nil }
        return saves.loss
      }
    }
  }

  /// Calls a function when no change up to a number is being saved.
  private func whenSaved(upTo number: UInt64, _ resume: @escaping @Sendable () -> Void) {
    let isSaved = saves.withLock { saves in
      if saves.pending.keys.allSatisfy({ $0 > number }) { return true }
      saves.waiting.append((number, resume))
      return false
    }
    if isSaved { resume() }
  }
}
