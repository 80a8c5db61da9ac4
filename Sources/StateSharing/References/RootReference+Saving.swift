import CounterpointSupport

extension RootReference {
  /// Saves a change. Retains the root, and with it the key, until the key has answered, so that a change outlives the
  /// last wrapper.
  func saveAfterChange(_ value: Value, number: UInt64) {
    guard let connection, let save = connection.save else { return }
    save(
      value,
      status.withLock { $0.pendingSaves[number] } ?? SaveBasis(),
      .didSet,
      SaveContinuation(connection.description) { [self] result in
        switch result {
        case .success:
          status.withLock { $0.lastStored = max($0.lastStored, number) }
          setError(.loadError, nil)
          setError(.saveError, nil)
        case .failure(let error):
          if case SharedStorageError.externalConflict = error { status.withLock { $0.loss = $0.loss ?? error } }
          setError(.saveError, error)
        }
        for resume in status.withLock({ $0.finishSave(number) }) { resume() }
      }
    )
  }

  /// Saves the value, and waits until it and all earlier changes are stored.
  ///
  /// - Throws: The reason why the value could not be stored, or the conflict of a change that was lost since the last
  ///   call.
  func save() async throws {
    if let refusal { throw refusal }
    guard isSaved else { return }
    if let remote { return try await remote.save() }
    let promise = Promise<Void>()
    setError(.saveError, nil)
    let number = status.withLock { status in
      status.lastRequest += 1
      status.requests[status.lastRequest] = promise
      return status.lastRequest
    }
    deliveryQueue.append(.save(number))
    deliver()
    try await promise.value
  }

  func saveOnRequest(_ number: UInt64) {
    guard let connection, let save = connection.save,
      let promise = status.withLock({ $0.requests.removeValue(forKey: number) })
    else { return }
    lock.lock()
    let value = unsafe storage.pointee
    let last = state.changes, lastChange = state.lastSavedChange
    var basis = basis
    lock.unlock()
    basis.isStored = status.withLock { $0.lastStored } >= lastChange
    save(
      value,
      basis,
      .userInitiated,
      SaveContinuation(connection.description) { [self] result in
        let outcome: Result<Void, any Error>
        switch result {
        case .success:
          status.withLock { $0.lastStored = max($0.lastStored, lastChange) }
          setError(.loadError, nil)
          outcome = .success(())
        case .failure(let error):
          // The caller receives the error, so it is not reported.
          setError(.saveError, error, isReported: false)
          outcome = .failure(error)
        }
        whenSaved(upTo: last) { [self] in
          let loss = takeLoss()
          // The value is stored, but an earlier change is lost.
          if let loss, case .success = outcome { setError(.saveError, loss, isReported: false) }
          promise.resume(with: outcome.flatMap { loss.map { .failure($0) } ?? .success(()) })
        }
      }
    )
  }

  private func takeLoss() -> (any Error)? {
    status.withLock { status in
      defer { status.loss = nil }
      return status.loss
    }
  }

  /// Calls a function when no change up to a number is being saved.
  private func whenSaved(upTo number: UInt64, _ resume: @escaping @Sendable () -> Void) {
    let isSaved = status.withLock { status in
      if status.pendingSaves.keys.allSatisfy({ $0 > number }) { return true }
      status.waiting.append((number, resume))
      return false
    }
    if isSaved { resume() }
  }
}
