import CounterpointSupport
import Foundation

/// A requested transaction.
struct RemoteRequest {
  let attempts: Int
  let timeout: Duration
  let location: SourceLocation
}

extension RootReference {
  /// Changes the value in a remote transaction: on the stored value, repeated after conflicts. Earlier changes are
  /// stored first.
  func transact<Result>(
    _ remote: RemoteQueue<Value>,
    _ request: RemoteRequest,
    isolation: isolated (any Actor)?,
    _ operation: (inout Value) throws -> Result
  ) async throws -> Result {
    let deadline = RemoteDeadline(after: request.timeout, on: remote.connection.clock)
    if SharedTracking.isUsed { _ = SharedTracking.isTracking(self, at: request.location) }
    try await waitForTransaction(remote, until: deadline)
    let before = lock.whileHeld { state.changes }
    // Notified after the storage is released, because observers run arbitrary code.
    defer {
      let after = lock.whileHeld {
        remote.isInTransaction = false
        return state.changes
      }
      releaseStorage(remote)
      if after != before {
        deliver()
        observation.change(.value)
      }
      finishStep(remote)
      startStoring(remote)
    }
    let result = try await attempt(remote, request, until: deadline, isolation: isolation, operation)
    setError(.loadError, nil)
    if lock.whileHeld({ remote.loss == nil }) { setError(.saveError, nil) }
    return result
  }

  /// Waits until all earlier changes are stored, and acquires the storage.
  private func waitForTransaction(_ remote: RemoteQueue<Value>, until deadline: RemoteDeadline) async throws {
    while true {
      try await acquireStorage(remote, until: deadline)
      let isReady = lock.whileHeld {
        remote.isInTransaction = remote.entries.isEmpty
        return remote.isInTransaction
      }
      if isReady { return }
      releaseStorage(remote)
      try await wait(remote, receivesLosses: false, until: deadline)
      if deadline.isOver { throw SharedStorageError.timedOut }
    }
  }

  /// Begins and commits without cancellation, because a task canceled in between would never know the outcome.
  func begin(
    _ remote: RemoteQueue<Value>,
    _ request: SharedTransactionRequest
  ) async throws -> RemoteTransaction<Value> {
    try await Task.detached { try await remote.connection.begin(request) }.value
  }

  func commit(
    _ transaction: RemoteTransaction<Value>,
    _ value: Transfer<Value>,
    _ id: UUID
  ) async throws -> SharedCommit<Value> {
    try await Task.detached { try await Transfer(value: transaction.commit(value.value, id)) }.value.value
  }

  /// Adopts the stored value, unless a local change was made meanwhile, which is stored next.
  func accept(_ stored: SharedStored<Value>, _ remote: RemoteQueue<Value>, _ request: RemoteRequest) {
    lock.whileHeld { remote.isStored = stored.value != nil }
    take(stored, at: request.location)
  }
}
