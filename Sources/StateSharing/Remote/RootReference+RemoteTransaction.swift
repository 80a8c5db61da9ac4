import Foundation

/// A transaction that somebody asks for.
struct RemoteRequest {
  let attempts: Int
  let timeout: Duration
  let location: SourceLocation
}

extension RootReference {
  /// Changes the value as a transaction elsewhere: on what is stored, again as long as others are faster. What was changed before is
  /// stored before.
  func transact<Result>(
    _ remote: RemoteQueue<Value>,
    _ request: RemoteRequest,
    isolation: isolated (any Actor)?,
    _ operation: (inout Value) throws -> Result
  ) async throws -> Result {
    let elapsed = remote.connection.stopwatch()
    if SharedTracking.isUsed { _ = SharedTracking.isTracking(self, at: request.location) }
    try await waitForTransaction(remote)
    let before = lock.whileHeld { state.changes }
    // Shown, and told of, after the others have their turn: observers are anybody's code.
    defer {
      let after = lock.whileHeld {
        remote.isInTransaction = false
        return state.changes
      }
      endTurn(remote)
      if after != before {
        deliver()
        signals.change(.value)
      }
      finishStep(remote)
      startStoring(remote)
    }
    let result = try await attempt(remote, request, elapsed, isolation: isolation, operation)
    setError(.loadError, nil)
    if lock.whileHeld({ remote.loss == nil }) { setError(.saveError, nil) }
    return result
  }

  /// Begins, runs the closure and commits, until nobody else is faster. In a turn of its own.
  private func attempt<Result>(
    _ remote: RemoteQueue<Value>,
    _ request: RemoteRequest,
    _ elapsed: () -> Duration,
    isolation: isolated (any Actor)?,
    _ operation: (inout Value) throws -> Result
  ) async throws -> Result {
    let deadline = ContinuousClock.now + request.timeout
    var lost = LostAnswers<(value: Value, result: Result)>()
    var problem: any Error = SharedStorageError.conflict(attempts: request.attempts)
    for attempt in 1...max(1, request.attempts) {
      if attempt > 1 {
        let rest = request.timeout - elapsed()
        if rest <= .zero {
          problem = SharedStorageError.timedOut
          break
        }
        await pause(remote, atMost: rest, after: attempt - 1)
      }
      // Who does not know whether a write is stored looks for it all the same.
      if lost.isEmpty { try Task.checkCancellation() }
      let begun: RemoteTransaction<Value>
      do {
        begun = try await begin(
          remote,
          SharedTransactionRequest(attempt: attempt, deadline: deadline, isUrgent: attempt > request.attempts / 2)
        )
      } catch {
        problem = error
        if lost.isEmpty || isRefusal(error) { break }
        continue
      }
      switch lost.verdict(begun.stored) {
      case .stored(let written, let isNewest):
        await begun.rollback()
        accept(
          isNewest ? SharedStored(value: written.value, version: begun.stored.version) : begun.stored,
          remote,
          request
        )
        return written.result
      case .unknown(let written):
        await begun.rollback()
        accept(begun.stored, remote, request)
        throw remote.connection.doubt(written.value)
      case .notStored:
        break
      }
      guard let initialValue else { break }
      var value = begun.stored.value ?? initialValue.value
      let result: Result
      do {
        result = try run(operation, on: &value, attempt: attempt)
      } catch {
        await begun.rollback()
        accept(begun.stored, remote, request)
        throw error
      }
      let id = UUID()
      lost.note(id, (value, result), on: begun.stored)
      do {
        switch try await commit(begun, Transfer(value: value), id) {
        case .committed(let version):
          accept(SharedStored(value: value, version: version), remote, request)
          return result
        case .conflict(let stored) where stored.writeIDs.contains(id):
          // A connection that repeats requests on its own has lost to itself.
          accept(stored, remote, request)
          return result
        case .conflict(let stored):
          lost.forget(id)
          problem = SharedStorageError.conflict(attempts: attempt)
          if attempt == request.attempts, lost.isEmpty { accept(stored, remote, request) }
        }
      } catch {
        problem = error
        if isRefusal(error) {
          lost.forget(id)
          accept(begun.stored, remote, request)
          break
        }
      }
    }
    guard let doubtful = lost.last else { throw problem }
    // Once more, however late it is: who asks wants to know.
    if let begun = try? await begin(remote, SharedTransactionRequest(attempt: 1, deadline: .now + .seconds(5))) {
      await begun.rollback()
      switch lost.verdict(begun.stored) {
      case .stored(let written, let isNewest):
        accept(
          isNewest ? SharedStored(value: written.value, version: begun.stored.version) : begun.stored,
          remote,
          request
        )
        return written.result
      case .notStored where lost.isEmpty:
        accept(begun.stored, remote, request)
        throw problem
      case .notStored, .unknown:
        break
      }
    }
    throw remote.connection.doubt(doubtful.value)
  }

  /// Waits until all that was changed before is stored, and takes a turn.
  private func waitForTransaction(_ remote: RemoteQueue<Value>) async throws {
    while true {
      await takeTurn(remote)
      let isReady = lock.whileHeld {
        remote.isInTransaction = remote.entries.isEmpty
        return remote.isInTransaction
      }
      if isReady { return }
      endTurn(remote)
      try await wait(remote, hearsOfLosses: false)
    }
  }

  /// Begins, and commits, without being cancelled: who is cancelled in between would never know what is stored.
  private func begin(
    _ remote: RemoteQueue<Value>,
    _ request: SharedTransactionRequest
  ) async throws -> RemoteTransaction<Value> {
    try await Task.detached { try await remote.connection.begin(request) }.value
  }

  private func commit(
    _ transaction: RemoteTransaction<Value>,
    _ value: Transfer<Value>,
    _ id: UUID
  ) async throws -> SharedCommit<Value> {
    try await Task.detached { try await Transfer(value: transaction.commit(value.value, id)) }.value.value
  }

  private func pause(_ remote: RemoteQueue<Value>, atMost longest: Duration, after attempts: Int) async {
    guard let clock = remote.connection.clock else { return }
    try? await clock.sleep(for: min(RemoteConnection<Value>.pause(after: attempts), longest))
  }

  /// Makes what is stored the value, unless something has been changed here meanwhile, which comes next.
  private func accept(_ stored: SharedStored<Value>, _ remote: RemoteQueue<Value>, _ request: RemoteRequest) {
    lock.whileHeld { remote.isStored = stored.value != nil }
    take(stored, at: request.location)
  }
}
