// The first waiting change.

extension RootReference {
  /// Compares the first entry with the stored value, and returns the value to store, if any.
  func prepareFirst(_ remote: RemoteQueue<Value>, on stored: SharedStored<Value>) -> Value? {
    if hasFoundFirst(remote, in: stored) { return nil }
    let (first, isOnBase) = lock.whileHeld {
      (remote.entries[0], state.version.map { $0 == stored.version } ?? (stored.value == nil))
    }
    if isOnBase {
      if first.isChange || stored.value == nil { return first.value }
      finishFirst(remote, nil, version: nil)
      return nil
    }
    rebase(remote, onto: stored)
    // The next entry needs another attempt, with another answer of the storage.
    return lock.whileHeld { remote.entries.first?.number == first.number ? remote.entries[0].value : nil }
  }

  /// Finds writes of the first entry in the stored value.
  ///
  /// - Returns: Whether the entry is finished.
  private func hasFoundFirst(_ remote: RemoteQueue<Value>, in stored: SharedStored<Value>) -> Bool {
    let (first, verdict) = lock.whileHeld {
      let first = remote.entries[0]
      remote.isStored = stored.value != nil
      return (first, remote.entries[0].unconfirmedWrites.verdict(stored))
    }
    switch verdict {
    case .stored(let value, let isNewest):
      // Later foreign writes are found by the next entry, or become the value now.
      let theirs = stored.value ?? initialValue?.value ?? value
      if !isNewest {
        whileHeld(remote) {
          if stored.value == nil { remote.noteAbsence(stored.version) }
          remote.postpone(theirs, stored.version)
        }
      }
      finishFirst(remote, value, version: isNewest ? stored.version : nil)
      return true
    case .unknown(let value):
      noteLoss(remote, remote.connection.doubt(value))
      rebase(remote, onto: stored, without: first.number)
      return true
    case .notStored:
      return false
    }
  }

  /// Removes the first entry, which is stored or does not need to be.
  ///
  /// - Parameters:
  ///   - value: The stored value, on which the next entry was made; `nil` if it is the base of the first entry.
  ///   - version: The version of that value, `nil` if foreign writes followed.
  func finishFirst(_ remote: RemoteQueue<Value>, _ value: Value?, version: SharedVersion?) {
    let (changesError, error) = whileHeld(remote) {
      if let version { state.version = version }
      return remote.finishFirst(storing: value)
    }
    setError(.loadError, nil)
    if changesError { setError(.saveError, error, isReported: false) }
    finishStep(remote)
  }

  /// Removes the first entry, which the storage refuses.
  func giveUpFirst(_ remote: RemoteQueue<Value>, because refusal: any Error) async {
    var error = refusal
    if let doubtful = lock.whileHeld({ remote.entries[0].unconfirmedWrites.last }) {
      // An earlier attempt may have stored it, or may still do so.
      error = remote.connection.doubt(doubtful)
      if let begun = try? await remote.connection.begin(
        SharedTransactionRequest(attempt: 1, deadline: .now + .seconds(5))
      ) {
        await begun.rollback()
        if hasFoundFirst(remote, in: begun.stored) { return }
        if lock.whileHeld({ remote.entries[0].unconfirmedWrites.isEmpty }) { error = refusal }
      }
    }
    whileHeld(remote) { remote.dropFirst(because: error, in: state.version) }
    setError(.saveError, error)
    finishStep(remote)
  }

  /// Records a loss for the waiting callers, and for `saveError` until a later change is stored.
  private func noteLoss(_ remote: RemoteQueue<Value>, _ error: any Error) {
    whileHeld(remote) { remote.noteLoss(error) }
    setError(.saveError, error)
  }

  /// Fails the waiting callers with an error of the storage.
  func fail(_ remote: RemoteQueue<Value>, _ error: any Error, isReported: Bool = true) {
    let waiters = lock.whileHeld { remote.takeFailingWaiters() }
    setError(.saveError, error, isReported: isReported)
    for waiter in waiters { waiter.promise.resume(with: .failure(error)) }
  }

  /// Resumes the callers whose changes are stored, and adopts the postponed foreign value if no change is left.
  func finishStep(_ remote: RemoteQueue<Value>) {
    let (ready, arrival) = whileHeld(remote) {
      let arrival = remote.takePostponed(after: state.version)
      if remote.entries.isEmpty { remote.connection.pendingWrites.remove(self) }
      return (remote.settleReadyWaiters(), arrival)
    }
    if let arrival { apply(arrival.value, version: arrival.version, isArrival: true) { _ in true } }
    // A thrown error is also in `saveError`, even if it was cleared meanwhile.
    if let loss = ready.loss { setError(.saveError, loss, isReported: false) }
    for resume in ready.resume { resume() }
  }
}
