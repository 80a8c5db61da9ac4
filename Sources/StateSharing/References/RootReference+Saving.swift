import Locks

extension RootReference {
  /// Saves a change. Holds the root, and with it the key, until the key has answered: a change is not lost because the last
  /// wrapper is gone.
  func saveAfterChange(_ value: Value, number: UInt64) {
    guard let connection, let save = connection.save else { return }
    save(
      value,
      .didSet,
      SaveContinuation(connection.description) { [self] result in
        switch result {
        case .success:
          setError(.loadError, nil)
          setError(.saveError, nil)
        case .failure(let error):
          setError(.saveError, error)
        }
        for resume in status.withLock({ $0.finishSave(number) }) { resume() }
      }
    )
  }

  /// Saves, and waits until the value is stored, and the changes before.
  func save() async throws {
    guard isSaved else { return }
    if let remote { return try await saveRemotely(remote) }
    let promise = Promise<Void>()
    setError(.saveError, nil)
    let number = status.withLock { status in
      status.lastRequest += 1
      status.requests[status.lastRequest] = promise
      return status.lastRequest
    }
    outbox.append(.save(number))
    deliver()
    try await promise.value
  }

  /// What was lost of a value whose storage is elsewhere, as long as nobody has been told. With the lock held.
  var untoldLoss: (any Error)? { remote?.loss }

  func saveOnRequest(_ number: UInt64) {
    guard let connection, let save = connection.save,
      let promise = status.withLock({ $0.requests.removeValue(forKey: number) })
    else { return }
    lock.lock()
    let value = unsafe storage.pointee
    let last = state.changes
    lock.unlock()
    save(
      value,
      .userInitiated,
      SaveContinuation(connection.description) { [self] result in
        let outcome: Result<Void, any Error>
        switch result {
        case .success:
          setError(.loadError, nil)
          outcome = .success(())
        case .failure(let error):
          // Who has asked is told.
          setError(.saveError, error, isReported: false)
          outcome = .failure(error)
        }
        whenSaved(upTo: last) { promise.resume(with: outcome) }
      }
    )
  }

  /// Calls a function when no change up to a number is being saved.
  private func whenSaved(upTo number: UInt64, _ resume: @escaping @Sendable () -> Void) {
    let isSaved = status.withLock { status in
      if status.pendingSaves.allSatisfy({ $0 > number }) { return true }
      status.waiting.append((number, resume))
      return false
    }
    if isSaved { resume() }
  }
}
