import CounterpointSupport
import Foundation

// The background task that stores changes remotely.

extension RootReference {
  /// Adds the latest change. Must be called under the lock.
  @inline(never)
  func appendRemoteChange(to remote: RemoteQueue<Value>) {
    let before = state.version != nil && committed.isFilled ? committed.value : nil
    remote.append(unsafe storage.pointee, madeOn: before)
    remote.connection.pendingWrites.add(self)
  }

  /// Accesses the queue under the lock. Removed values are released afterwards, because that may run arbitrary code.
  func whileHeld<Result>(_ remote: RemoteQueue<Value>, _ body: () -> Result) -> Result {
    if lock.isHeldByThisThread { return body() }
    let (result, ended) = lock.whileHeld { (body(), remote.takeEnded()) }
    withExtendedLifetime(ended) {}
    return result
  }

  /// Starts the task that stores the waiting changes, unless it is running. Must be called without a lock.
  @inline(never)
  func startStoring(_ remote: RemoteQueue<Value>) {
    let (isIdle, overflow) = whileHeld(remote) {
      let isIdle = !remote.isWorking && !remote.entries.isEmpty
      if isIdle { remote.isWorking = true }
      return (isIdle, remote.takeOverflow())
    }
    if let overflow { setError(.saveError, overflow.error, isReported: overflow.isNew) }
    if isIdle { Task.detached { [self] in await storeAll(remote) } }
  }

  /// Requests a retry without a pause: the connection is restored, or a caller waits.
  func tryAgain() {
    guard let remote else { return }
    lock.whileHeld {
      remote.isWakeRequested = true
      return remote.pause
    }?.cancel()
    startStoring(remote)
  }

  /// Stores the entries in order until the queue is empty, or until a retry has to be requested.
  private func storeAll(_ remote: RemoteQueue<Value>) async {
    var attempt = 1, failures = 0
    while true {
      await acquireStorage(remote)
      let step = await storeFirst(remote, attempt: attempt)
      releaseStorage(remote)
      switch step {
      case .idle:
        return
      case .done:
        attempt = 1
        failures = 0
        continue
      case .conflict:
        attempt += 1
        if attempt % 16 == 0 { fail(remote, SharedStorageError.conflict(attempts: attempt)) }
        await pause(remote, after: attempt - 1)
      case .failed(let error):
        failures += 1
        // For an unreachable storage, debug builds report only the first failure.
        fail(remote, error, isReported: failures == 1)
        guard await pauseAfterFailure(remote, failures: failures) else { return }
      }
    }
  }

  private enum Step {
    case idle, done, conflict
    case failed(any Error)
  }

  /// Tries to store the first entry once.
  private func storeFirst(_ remote: RemoteQueue<Value>, attempt: Int) async -> Step {
    guard beginStep(remote) else { return .idle }
    defer { lock.whileHeld { remote.isFirstInUse = false } }
    do {
      let begun = try await remote.connection.begin(
        SharedTransactionRequest(attempt: attempt, deadline: .now + .seconds(5), isUrgent: attempt > 8)
      )
      guard let value = prepareFirst(remote, on: begun.stored) else {
        await begun.rollback()
        return .done
      }
      return try await commitFirst(remote, value, begun)
    } catch {
      guard isRefusal(error) else { return .failed(error) }
      await giveUpFirst(remote, because: error)
      return .done
    }
  }

  private func commitFirst(
    _ remote: RemoteQueue<Value>,
    _ value: Value,
    _ begun: RemoteTransaction<Value>
  ) async throws -> Step {
    let id = UUID()
    lock.whileHeld { remote.entries[0].unconfirmedWrites.note(id, value, on: begun.stored) }
    do {
      switch try await begun.commit(value, id) {
      case .committed(let version):
        finishFirst(remote, value, version: version)
        return .done
      case .conflict(let stored):
        // A connection that retries requests on its own can conflict with itself.
        if !stored.writeIDs.contains(id) { forget(id, remote) }
        return .conflict
      }
    } catch {
      if isRefusal(error) { forget(id, remote) }
      throw error
    }
  }

  /// Removes a write of the first entry whose answer has arrived.
  private func forget(_ id: UUID, _ remote: RemoteQueue<Value>) {
    whileHeld(remote) {
      remote.end(remote.entries[0].unconfirmedWrites)
      remote.entries[0].unconfirmedWrites.forget(id)
    }
  }

  func isRefusal(_ error: any Error) -> Bool {
    if case SharedStorageError.refused = error { true } else { false }
  }

  /// Returns whether there is an entry. If not, the calling task ends.
  private func beginStep(_ remote: RemoteQueue<Value>) -> Bool {
    lock.whileHeld {
      remote.isWakeRequested = false
      remote.attempts += 1
      remote.isFirstInUse = !remote.entries.isEmpty
      if remote.entries.isEmpty { remote.isWorking = false }
      return remote.isFirstInUse
    }
  }
}
