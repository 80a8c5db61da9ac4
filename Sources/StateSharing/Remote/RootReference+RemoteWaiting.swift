// Who waits until changes are stored elsewhere.

extension RootReference: RemoteWriter {
  /// Waits until the changes that have been made are stored, or until that fails.
  func drain() async throws {
    guard let remote else { return }
    try await wait(remote, receivesLosses: true)
  }

  /// Stores what waits, or the value itself where nothing is stored.
  ///
  /// - Throws: What was lost since the last time, or why it can't be stored now.
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
    // What is thrown is shown.
    if let loss = ready.loss { setError(.saveError, loss, isReported: false) }
    for resume in ready.resume { resume() }
    tryAgain()
    do {
      if let deadline { try await deadline.wait(for: promise) } else { try await promise.value }
    } catch {
      // Nobody waits any more, if that is because of a cancellation or of the time.
      lock.whileHeld { remote.waiters.removeAll { $0.promise === promise } }
      throw error
    }
  }
}
