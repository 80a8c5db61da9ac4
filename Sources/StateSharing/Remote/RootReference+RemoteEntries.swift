// What becomes of the first change that waits.

extension RootReference {
  /// Compares the first entry with what is stored now, and gives what is to be stored, if anything is.
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
    // The next one is another attempt, with another answer of the storage.
    return lock.whileHeld { remote.entries.first?.number == first.number ? remote.entries[0].value : nil }
  }

  /// Looks in what is stored now for writes of the first entry whose answers were lost.
  ///
  /// - Returns: Whether that was the end of the entry.
  private func hasFoundFirst(_ remote: RemoteQueue<Value>, in stored: SharedStored<Value>) -> Bool {
    let (first, verdict) = lock.whileHeld {
      let first = remote.entries[0]
      remote.isStored = stored.value != nil
      return (first, remote.entries[0].unconfirmedWrites.verdict(stored))
    }
    switch verdict {
    case .stored(let value, let isNewest):
      // What others have written since is found by the next entry, or is what the value becomes now.
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

  /// Removes the first entry, which is stored, or did not have to be.
  ///
  /// - Parameters:
  ///   - value: What is stored, which the next was made on; `nil` if that is what the first was made on.
  ///   - version: The version of that, `nil` if others have written since.
  func finishFirst(_ remote: RemoteQueue<Value>, _ value: Value?, version: SharedVersion?) {
    let (changesError, error) = whileHeld(remote) {
      if let version { state.version = version }
      return remote.finishFirst(storing: value)
    }
    setError(.loadError, nil)
    if changesError { setError(.saveError, error, isReported: false) }
    finishStep(remote)
  }

  /// Ends the first entry, which the storage will not take.
  func giveUpFirst(_ remote: RemoteQueue<Value>, because refusal: any Error) async {
    var error = refusal
    if let doubtful = lock.whileHeld({ remote.entries[0].unconfirmedWrites.last }) {
      // It may have been stored by an earlier attempt, or be yet.
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

  /// Keeps an error for who waits, and for as long as nothing that is changed from now on has been stored.
  private func noteLoss(_ remote: RemoteQueue<Value>, _ error: any Error) {
    whileHeld(remote) { remote.noteLoss(error) }
    setError(.saveError, error)
  }

  /// Tells who waits that something can't be stored now.
  func fail(_ remote: RemoteQueue<Value>, _ error: any Error, isReported: Bool = true) {
    let waiters = lock.whileHeld { remote.takeFailingWaiters() }
    setError(.saveError, error, isReported: isReported)
    for waiter in waiters { waiter.promise.resume(with: .failure(error)) }
  }

  /// Tells who has waited for what is done, and takes what others have stored meanwhile, if nothing is left to do.
  func finishStep(_ remote: RemoteQueue<Value>) {
    let (ready, arrival) = whileHeld(remote) {
      let arrival = remote.takePostponed(after: state.version)
      if remote.entries.isEmpty { remote.connection.pendingWrites.remove(self) }
      return (remote.settleReadyWaiters(), arrival)
    }
    if let arrival { apply(arrival.value, version: arrival.version, isArrival: true) { _ in true } }
    // Whatever has been cleared meanwhile: what is thrown is shown.
    if let loss = ready.loss { setError(.saveError, loss, isReported: false) }
    for resume in ready.resume { resume() }
  }
}
