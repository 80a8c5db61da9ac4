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

  /// Has what waits stored, unless a task is at it. Without a lock.
  @inline(never)
  func startStoring(_ remote: RemoteQueue<Value>) {
    let (isIdle, hasOverflowed) = lock.whileHeld {
      let isIdle = !remote.isWorking && !remote.entries.isEmpty
      if isIdle { remote.isWorking = true }
      defer { remote.hasOverflowed = false }
      return (isIdle, remote.hasOverflowed)
    }
    if hasOverflowed { setError(.saveError, SharedStorageError.tooManyChanges(waiting: remote.connection.limit)) }
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
      guard case SharedStorageError.refused = error else { return .failed(error) }
      drop(remote, because: error)
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
    switch try await begun.commit(value, id) {
    case .committed(let version):
      finishFirst(remote, value, version: version)
      return .done
    case .conflict(let stored):
      // A connection that repeats requests on its own may have lost to itself.
      if !stored.writeIDs.contains(id) { lock.whileHeld { remote.entries[0].lostAnswers.forget(id) } }
      return .conflict
    }
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
    let (first, verdict, isOnBase) = lock.whileHeld {
      let verdict = remote.entries[0].lostAnswers.verdict(stored)
      let isOnBase = state.version.map { $0 == stored.version } ?? (stored.value == nil)
      remote.isStored = stored.value != nil
      return (remote.entries[0], verdict, isOnBase)
    }
    switch verdict {
    case .stored(let value, let isNewest):
      // What others have written since is found by the next entry, or is what the value becomes now.
      let theirs = stored.value ?? initialValue?.value ?? value
      if !isNewest { lock.whileHeld { remote.postpone(theirs, stored.version) } }
      finishFirst(remote, value, version: isNewest ? stored.version : nil)
      return nil
    case .unknown(let value):
      noteLoss(remote, remote.connection.doubt(value))
      rebase(remote, onto: stored, without: first.number)
      return nil
    case .notStored:
      break
    }
    if isOnBase { return first.isChange || stored.value == nil ? first.value : skipFirst(remote) }
    rebase(remote, onto: stored)
    // The next one is another attempt, with another answer of the storage.
    return lock.whileHeld { remote.entries.first?.number == first.number ? remote.entries[0].value : nil }
  }

  private func skipFirst(_ remote: RemoteQueue<Value>) -> Value? {
    finishFirst(remote, nil, version: nil)
    return nil
  }

  /// Removes the first entry, which is stored.
  ///
  /// - Parameters:
  ///   - value: What is stored, which the next was made on; `nil` if nothing had to be.
  ///   - version: The version of that, `nil` if others have written since.
  private func finishFirst(_ remote: RemoteQueue<Value>, _ value: Value?, version: SharedVersion?) {
    let (first, clears) = lock.whileHeld {
      let first = remote.entries.removeFirst()
      if let value { remote.base = value }
      if let version { state.version = version }
      remote.isStored = true
      return (first, first.number >= remote.firstThatClears)
    }
    withExtendedLifetime(first) {}
    setError(.loadError, nil)
    if clears { setError(.saveError, nil) }
    finishStep(remote)
  }

  /// Removes the first entry, which the storage will not take. The next was made on it all the same.
  private func drop(_ remote: RemoteQueue<Value>, because error: any Error) {
    noteLoss(remote, error)
    let first = lock.whileHeld {
      let first = remote.entries.removeFirst()
      remote.base = first.value
      return first
    }
    withExtendedLifetime(first) {}
    finishStep(remote)
  }

  /// Keeps an error for who waits, and for as long as nothing that is changed from now on has been stored.
  func noteLoss(_ remote: RemoteQueue<Value>, _ error: any Error) {
    lock.whileHeld {
      remote.loss = error
      remote.firstThatClears = remote.lastNumber + 1
    }
    setError(.saveError, error)
  }

  /// Tells who waits that something can't be stored now.
  private func fail(_ remote: RemoteQueue<Value>, _ error: any Error, isReported: Bool = true) {
    let waiters = lock.whileHeld {
      let waiters = remote.waiters.filter { $0.attempts < remote.attempts }
      remote.waiters.removeAll { $0.attempts < remote.attempts }
      return waiters
    }
    setError(.saveError, error, isReported: isReported)
    for waiter in waiters { waiter.promise.resume(with: .failure(error)) }
  }

  /// Tells who has waited for what is done, and takes what others have stored meanwhile, if nothing is left to do.
  func finishStep(_ remote: RemoteQueue<Value>) {
    let (ready, arrival) = lock.whileHeld {
      var arrival: (value: Value, version: SharedVersion)?
      if !remote.isBusy {
        arrival = remote.postponed
        remote.postponed = nil
      }
      if remote.entries.isEmpty { remote.connection.pendingWrites.remove(self) }
      return (remote.takeReadyWaiters(), arrival)
    }
    if let arrival { apply(arrival.value, version: arrival.version, isArrival: true) { _ in true } }
    for resume in ready { resume() }
  }
}
