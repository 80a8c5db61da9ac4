import Foundation

// How changes are stored elsewhere, in the background.

extension RootReference {
  /// Adds the change that has just been made, with the lock held.
  @inline(never)
  func appendRemoteChange(to remote: RemoteQueue<Value>) {
    let before = state.version != nil && committed.isFilled ? committed.value : nil
    remote.append(unsafe storage.pointee, madeOn: before)
    remote.connection.pendingWrites.add(self)
  }

  /// Looks at the changes that wait, or changes what is known of them. What loses its place by that ends afterwards, without a lock:
  /// its end is anybody's code.
  func whileHeld<Result>(_ remote: RemoteQueue<Value>, _ body: () -> Result) -> Result {
    if lock.isHeldByThisThread { return body() }
    let (result, ended) = lock.whileHeld { (body(), remote.takeEnded()) }
    withExtendedLifetime(ended) {}
    return result
  }

  /// Has what waits stored, unless a task is at it. Without a lock.
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

  /// Has what waits stored without waiting for the end of a pause: the connection is there, or somebody waits.
  func tryAgain() {
    guard let remote else { return }
    lock.whileHeld {
      remote.isNudged = true
      return remote.pause
    }?.cancel()
    startStoring(remote)
  }

  /// Stores one entry after the other until none is left, or nothing is to be done until somebody asks.
  private func storeAll(_ remote: RemoteQueue<Value>) async {
    var attempt = 1, failures = 0
    while true {
      await takeTurn(remote)
      let step = await storeFirst(remote, attempt: attempt)
      endTurn(remote)
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
        // Of a storage that can't be reached for hours, debug builds report once and not every few seconds.
        fail(remote, error, isReported: failures == 1)
        guard await pauseAfterFailure(remote, failures: failures) else { return }
      }
    }
  }

  private enum Step {
    case idle, done, conflict
    case failed(any Error)
  }

  /// Tries once to store the first entry.
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
    lock.whileHeld { remote.entries[0].lostAnswers.note(id, value, on: begun.stored) }
    do {
      switch try await begun.commit(value, id) {
      case .committed(let version):
        finishFirst(remote, value, version: version)
        return .done
      case .conflict(let stored):
        // A connection that repeats requests on its own may have lost to itself.
        if !stored.writeIDs.contains(id) { forget(id, remote) }
        return .conflict
      }
    } catch {
      if isRefusal(error) { forget(id, remote) }
      throw error
    }
  }

  /// Forgets a write of the first entry, whose answer has come.
  private func forget(_ id: UUID, _ remote: RemoteQueue<Value>) {
    whileHeld(remote) {
      remote.end(remote.entries[0].lostAnswers)
      remote.entries[0].lostAnswers.forget(id)
    }
  }

  func isRefusal(_ error: any Error) -> Bool {
    if case SharedStorageError.refused = error { true } else { false }
  }

  /// Whether there is an entry. If there is none, the task that asks ends.
  private func beginStep(_ remote: RemoteQueue<Value>) -> Bool {
    lock.whileHeld {
      remote.isNudged = false
      remote.attempts += 1
      remote.isFirstInUse = !remote.entries.isEmpty
      if remote.entries.isEmpty { remote.isWorking = false }
      return remote.isFirstInUse
    }
  }

  /// Compares the first entry with what is stored now, and gives what is to be stored, if anything is.
  private func prepareFirst(_ remote: RemoteQueue<Value>, on stored: SharedStored<Value>) -> Value? {
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
      return (first, remote.entries[0].lostAnswers.verdict(stored))
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
  private func finishFirst(_ remote: RemoteQueue<Value>, _ value: Value?, version: SharedVersion?) {
    let (changesError, error) = whileHeld(remote) {
      if let version { state.version = version }
      return remote.finishFirst(storing: value)
    }
    setError(.loadError, nil)
    if changesError { setError(.saveError, error, isReported: false) }
    finishStep(remote)
  }

  /// Ends the first entry, which the storage will not take.
  private func giveUpFirst(_ remote: RemoteQueue<Value>, because refusal: any Error) async {
    var error = refusal
    if let doubtful = lock.whileHeld({ remote.entries[0].lostAnswers.last }) {
      // It may have been stored by an earlier attempt, or be yet.
      error = remote.connection.doubt(doubtful)
      if let begun = try? await remote.connection.begin(
        SharedTransactionRequest(attempt: 1, deadline: .now + .seconds(5))
      ) {
        await begun.rollback()
        if hasFoundFirst(remote, in: begun.stored) { return }
        if lock.whileHeld({ remote.entries[0].lostAnswers.isEmpty }) { error = refusal }
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
  private func fail(_ remote: RemoteQueue<Value>, _ error: any Error, isReported: Bool = true) {
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
