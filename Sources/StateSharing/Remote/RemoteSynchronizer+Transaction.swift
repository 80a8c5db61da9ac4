import Foundation

// Transactions, which run in the caller's task.

extension RemoteSynchronizer {
  /// Changes the value in a remote transaction: on the stored value, repeated after conflicts. Earlier changes are
  /// stored first.
  func transact<Result>(
    _ request: RemoteRequest,
    isolation: isolated (any Actor)?,
    _ operation: (inout Value) throws -> Result
  ) async throws -> Result {
    let deadline = RemoteDeadline(after: request.timeout, on: connection.clock)
    if SharedTracking.isUsed { _ = SharedTracking.isTracking(cell, at: request.location) }
    try await waitForTransaction(until: deadline)
    let before = cell.lock.whileHeld { cell.state.changes }
    // Notified after the storage is released, because observers run arbitrary code.
    defer {
      let after = withMachine { machine in
        machine.endTransaction()
        return cell.state.changes
      }
      storageLock.release()
      if after != before {
        cell.deliver()
        cell.observation.change(.value)
      }
      finishStep()
      start()
    }
    let result = try await attempt(request, until: deadline, isolation: isolation, operation)
    cell.setError(.loadError, nil)
    if withMachine({ $0.loss == nil }) { cell.setError(.saveError, nil) }
    return result
  }

  /// Waits until all earlier changes are stored, and acquires the storage.
  private func waitForTransaction(until deadline: RemoteDeadline) async throws {
    while true {
      try await storageLock.acquire(until: deadline)
      if withMachine({ $0.beginTransaction() }) { return }
      storageLock.release()
      try await wait(receivesLosses: false, until: deadline)
      if deadline.isOver { throw SharedStorageError.timedOut }
    }
  }

  /// Begins and commits without cancellation, because a task canceled in between would never know the outcome.
  private func begin(_ request: SharedTransactionRequest) async throws -> RemoteTransaction<Value> {
    try await Task.detached { [connection] in try await connection.begin(request) }.value
  }

  private func commit(
    _ transaction: RemoteTransaction<Value>,
    _ value: Transfer<Value>,
    _ id: UUID
  ) async throws -> RemoteCommit<Value> {
    try await Task.detached { try await Transfer(value: transaction.commit(value.value, id)) }.value.value
  }

  /// Adopts the stored value, unless a local change was made meanwhile, which is stored next.
  private func accept(_ stored: SharedStored<Value>, _ request: RemoteRequest) {
    withMachine { $0.noteStored(stored) }
    cell.take(stored, at: request.location)
  }

  // MARK: Attempts

  /// A write of a transaction.
  private typealias Written<Result> = (value: Value, result: Result)

  /// The outcome of an attempt that did not end the transaction with an error.
  private enum Attempt<Result> {
    case done(Result)
    case conflict(SharedStored<Value>, next: RemoteTransaction<Value>?)
    /// Not begun, refused, or of unknown outcome.
    case failed(any Error)
  }

  /// Begins, runs the closure and commits, until there is no conflict. The storage must be acquired.
  private func attempt<Result>(
    _ request: RemoteRequest,
    until deadline: RemoteDeadline,
    isolation: isolated (any Actor)?,
    _ operation: (inout Value) throws -> Result
  ) async throws -> Result {
    var writes = UnconfirmedWrites<Written<Result>>(), latest: SharedStored<Value>?
    var problem: any Error = SharedStorageError.timedOut, failures = 0, knownFailures = 0
    // The transaction that a conflict has opened.
    var open: RemoteTransaction<Value>?
    attempts: for attempt in 1...max(1, request.attempts) {
      if attempt > 1 {
        if deadline.isOver {
          problem = SharedStorageError.timedOut
          break
        }
        let isFailure = failures > knownFailures
        knownFailures = failures
        let conflicts = attempt - 1 - failures
        if open == nil || isUrgent(attempt, request) || !RemoteConnection<Value>.retriesAtOnce(after: conflicts) {
          // After a pause, its value is old.
          await open?.rollback()
          open = nil
          await pause(
            after: isFailure ? failures : conflicts,
            isFailure: isFailure,
            atMost: deadline.rest(),
            unlessWakeRequested: false
          )
        }
      }
      // A write of unknown outcome is looked up even after a cancellation.
      if writes.isEmpty, Task.isCancelled {
        await open?.rollback()
        throw CancellationError()
      }
      let asked = SharedTransactionRequest(
        attempt: attempt,
        deadline: deadline.instant,
        isUrgent: isUrgent(attempt, request),
        since: writes.since
      )
      let known = open
      open = nil
      switch try await attemptOnce(request, asked, in: known, &writes, isolation: isolation, operation) {
      case .done(let result):
        return result
      case .conflict(let stored, let next):
        latest = stored
        open = next
        problem = SharedStorageError.conflict(attempts: attempt)
      case .failed(let error):
        failures += 1
        problem = error
        // Without a clock there are no pauses, so the number of attempts is limited.
        let isHopeless = connection.clock == nil && failures >= 1_000
        if writes.isEmpty || isRefusal(error) || isHopeless { break attempts }
      }
    }
    await open?.rollback()
    guard let doubtful = writes.last else {
      if let latest { accept(latest, request) }
      throw problem
    }
    // A last lookup after the deadline, because the caller needs the outcome.
    let lookup = SharedTransactionRequest(attempt: 1, deadline: .now + .seconds(5), since: writes.since)
    if let begun = try? await begin(lookup) {
      let written = try await find(&writes, in: begun, request, isolation: isolation)
      if let written { return written.result }
      await begun.rollback()
      if writes.isEmpty {
        accept(begun.stored, request)
        throw problem
      }
    }
    throw connection.doubt(doubtful.value)
  }

  /// Whether half of the attempts have ended in conflicts.
  private func isUrgent(_ attempt: Int, _ request: RemoteRequest) -> Bool { attempt > request.attempts / 2 }

  private func attemptOnce<Result>(
    _ request: RemoteRequest,
    _ asked: SharedTransactionRequest,
    in open: RemoteTransaction<Value>?,
    _ writes: inout UnconfirmedWrites<Written<Result>>,
    isolation: isolated (any Actor)?,
    _ operation: (inout Value) throws -> Result
  ) async throws -> Attempt<Result> {
    let begun: RemoteTransaction<Value>
    if let open, writes.isEmpty {
      begun = open
    } else {
      await open?.rollback()
      do { begun = try await begin(asked) } catch { return .failed(error) }
    }
    let written = try await find(&writes, in: begun, request, isolation: isolation)
    if let written { return .done(written.result) }
    var value = begun.stored.value ?? cell.initialValue?.value ?? cell.value(.live)
    let result: Result
    do {
      result = try cell.run(operation, on: &value, attempt: asked.attempt, .keepingOldValue, at: request.location)
    } catch {
      await begun.rollback()
      accept(begun.stored, request)
      throw error
    }
    let id = UUID()
    writes.note(id, (value, result), on: begun.stored)
    do {
      switch try await commit(begun, Transfer(value: value), id) {
      case .committed(let version):
        accept(SharedStored(value: value, version: version), request)
        return .done(result)
      case .conflict(let stored, let next) where stored.writeIDs.contains(id):
        // A connection that retries requests on its own has conflicted with itself.
        await next?.rollback()
        accept(stored, request)
        return .done(result)
      case .conflict(let stored, let next):
        writes.forget(id)
        return .conflict(stored, next: next)
      }
    } catch {
      if isRefusal(error) {
        writes.forget(id)
        accept(begun.stored, request)
      }
      return .failed(error)
    }
  }

  /// Finds writes of unknown outcome in the stored value.
  ///
  /// - Returns: The stored write. The begun transaction is then over.
  /// - Throws: An error if the outcome can't be known any more.
  private func find<Result>(
    _ writes: inout UnconfirmedWrites<Written<Result>>,
    in begun: RemoteTransaction<Value>,
    _ request: RemoteRequest,
    isolation: isolated (any Actor)?
  ) async throws -> Written<Result>? {
    switch writes.verdict(begun.stored) {
    case .notStored:
      return nil
    case .stored(let written, let isNewest):
      await begun.rollback()
      let version = begun.stored.version
      accept(isNewest ? SharedStored(value: written.value, version: version) : begun.stored, request)
      return written
    case .unknown(let written):
      await begun.rollback()
      accept(begun.stored, request)
      throw connection.doubt(written.value)
    }
  }
}
