@_spi(Internals) import CounterpointSupport
import IssueReporting

/// Loads and saves the value of a cell, and runs its local transactions, with the cell's key.
///
/// The key answers on any thread. Each pending answer retains the cell, so that a change outlives the last wrapper.
final class Persister<Value>: @unchecked Sendable {
  // @unchecked, and without checks of exclusive access, because `lastSavedChange` and `slowLocations` are accessed
  // only under the cell's lock.

  /// The state of the saves.
  private struct Saves: Sendable {
    /// The changes whose saving has not ended, with the stored state that each builds on.
    var pending: [UInt64: SaveBasis] = [:]
    /// The last change that has been saved.
    var lastStored: UInt64 = 0
    /// The last change whose save has failed.
    var lastFailed: UInt64 = 0
    /// The error of the last transaction, if it failed. Its change is rolled back, so no save can store it.
    var transactionError: (any Error)?
    /// The first change that was lost to a conflict, until a `save()` throws it.
    var loss: (any Error)?
    /// The continuations to resume when no change up to their number is being saved.
    var waiting: [(number: UInt64, resume: @Sendable () -> Void)] = []
    /// The callers of `save()`, by number.
    var requests: [UInt64: Promise<Void>] = [:]
    var lastRequest: UInt64 = 0
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

  private let saves = Locked(Saves())
  private let subscription = Locked<SharedSubscription?>(nil)
  /// The last local change that has to be saved.
  @safe @exclusivity(unchecked) private var lastSavedChange: UInt64 = 0
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
    let number = saves.withLock { saves in
      saves.loads += 1
      return saves.loads
    }
    return LoadStart(number: number, mutations: state.mutations, arrivals: state.arrivals, failures: failures)
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
        cell.apply(value, version: answer.version, revision: answer.revision) { state in
          isOrdered
            || state.mutations == start.mutations && (isOrderedWithArrivals || state.arrivals == start.arrivals)
        }
      } else if let revision = answer.revision {
        // The value stays, and builds on an empty storage from now on.
        cell.lock.whileHeld {
          guard cell.state.mutations == start.mutations, cell.state.arrivals == start.arrivals else { return }
          cell.state.revision = max(cell.state.revision, revision)
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
    afterOutermostChange { [self] in arriveNow(result) }
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
    afterOutermostChange { [cell] in cell.setError(.saveError, nil) }
  }

  // MARK: Saving

  /// Records a change that has to be saved. Must be called under the lock.
  @inline(never)
  func noteUnsavedChange() {
    cell.lock.assertHeld()
    let number = cell.state.changes
    lastSavedChange = number
    saves.withLock { $0.pending[number] = cell.state.basis }
  }

  /// Saves the value, and waits until it and all earlier changes are stored.
  ///
  /// - Throws: The reason why the value could not be stored, or the conflict of a change that was lost since the last
  ///   call. The error of a failed transaction, until a later one succeeds.
  func save() async throws {
    if let remote { return try await remote.save() }
    if let error = saves.withLock(\.transactionError) { throw error }
    let promise = Promise<Void>()
    let number = saves.withLock { saves in
      saves.lastRequest += 1
      saves.requests[saves.lastRequest] = promise
      return saves.lastRequest
    }
    cell.deliveryQueue.append(.save(number))
    cell.deliver()
    try await promise.value
  }

  /// Saves a change.
  func save(_ value: Value, number: UInt64) {
    guard let save = connection.save else { return }
    save(
      value,
      saves.withLock { $0.pending[number] } ?? SaveBasis(),
      .didSet,
      SaveContinuation(self.connection.description) { [self, cell] result in
        switch result {
        case .success:
          noteStored(number)
        case .failure(let error):
          saves.withLock { saves in
            saves.lastFailed = max(saves.lastFailed, number)
            if case SharedStorageError.externalConflict = error { saves.loss = saves.loss ?? error }
          }
          cell.setError(.saveError, error)
        }
        for resume in saves.withLock({ $0.finish(number) }) { resume() }
      }
    )
  }

  /// Performs a call of ``save()``, in order with the changes.
  func saveOnRequest(_ number: UInt64) {
    guard let save = connection.save,
      let promise = saves.withLock({ $0.requests.removeValue(forKey: number) })
    else { return }
    cell.lock.lock()
    let value = unsafe cell.storage.pointee
    let last = cell.state.changes, lastChange = lastSavedChange
    var basis = cell.state.basis
    cell.lock.unlock()
    basis.isStored = saves.withLock { $0.lastStored } >= lastChange
    save(
      value,
      basis,
      .userInitiated,
      SaveContinuation(self.connection.description) { [self, cell] result in
        let outcome: Result<Void, any Error>
        switch result {
        case .success:
          noteStored(lastChange)
          outcome = .success(())
        case .failure(let error):
          saves.withLock { $0.lastFailed = max($0.lastFailed, lastChange) }
          // The caller receives the error, so it is not reported.
          cell.setError(.saveError, error, isReported: false)
          outcome = .failure(error)
        }
        whenSaved(upTo: last) { [self, cell] in
          let loss = takeLoss()
          // The value is stored, but an earlier change is lost.
          if let loss, case .success = outcome { cell.setError(.saveError, loss, isReported: false) }
          promise.resume(with: outcome.flatMap { loss.map { .failure($0) } ?? .success(()) })
        }
      }
    )
  }

  /// Records that all changes up to a number are stored, and clears the errors unless a later change has failed.
  private func noteStored(_ number: UInt64) {
    cell.setError(.loadError, nil)
    if saves.withLock({ $0.noteStored(number) }) { cell.setError(.saveError, nil) }
  }

  /// Records the result of a transaction. Must be called under the transaction lock.
  func noteTransaction(_ error: (any Error)?) {
    saves.withLock { $0.transactionError = error }
  }

  /// Forgets the error of the last transaction, a loss, and `saveError`. What is not stored is still saved by the next
  /// `save()`.
  func acknowledgeSaveError() {
    if let remote { remote.forgetLoss() }
    saves.withLock { saves in
      saves.transactionError = nil
      saves.loss = nil
    }
    cell.setError(.saveError, nil)
  }

  private func takeLoss() -> (any Error)? {
    saves.withLock { saves in
      defer { saves.loss = nil }
      return saves.loss
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
