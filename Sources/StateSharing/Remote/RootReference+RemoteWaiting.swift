// Waiting for the remote storage of changes.

extension RootReference: RemoteWriter {
  /// Waits until all changes are stored, or the storage fails.
  func drain() async throws {
    guard let remote else { return }
    try await wait(remote, receivesLosses: true)
  }

  /// Stores the waiting changes, or the value itself if nothing is stored.
  ///
  /// - Throws: What was lost since the last call, or the reason why it can't be stored now.
  func saveRemotely(_ remote: RemoteQueue<Value>) async throws {
    whileHeld(remote) {
      remote.isFailing = false
      guard remote.entries.isEmpty, !remote.isStored else { return }
      let value = unsafe storage.pointee
      remote.append(value, madeOn: state.version == nil ? nil : value, isChange: false)
      remote.connection.pendingWrites.add(self)
    }
    setError(.saveError, nil)
    try await wait(remote, receivesLosses: true)
  }

  func wait(_ remote: RemoteQueue<Value>, receivesLosses: Bool, until deadline: RemoteDeadline? = nil) async throws {
    let promise = Promise<Void>()
    let ready = whileHeld(remote) {
      remote.waiters.append(
        RemoteQueue.Waiter(
          number: remote.lastNumber,
          receivesLosses: receivesLosses,
          attempts: remote.attempts,
          promise: promise
        )
      )
      return remote.settleReadyWaiters()
    }
    // A thrown error is also in `saveError`.
    if let loss = ready.loss { setError(.saveError, loss, isReported: false) }
    for resume in ready.resume { resume() }
    tryAgain()
    do {
      if let deadline { try await deadline.wait(for: promise) } else { try await promise.value }
    } catch {
      // After a cancellation or a timeout, no caller waits any more.
      lock.whileHeld { remote.waiters.removeAll { $0.promise === promise } }
      throw error
    }
  }
}
