// What becomes of the changes that wait when others have stored something.

extension RootReference {
  /// Puts the changes that wait onto what others have stored, each in its turn, and shows what came of it.
  ///
  /// - Parameters:
  ///   - stored: What is stored now.
  ///   - number: An entry to leave out.
  func rebase(_ remote: RemoteQueue<Value>, onto stored: SharedStored<Value>, without number: UInt64? = nil) {
    signals.willSet(.value)
    var base = lock.whileHeld {
      remote.areInUse = true
      return remote.base
    }
    var theirs = stored.value, lost: Value?
    var done = 0, rebased: [RemoteQueue<Value>.Entry] = []
    // Outside of the lock, because resolving is the key's code. What is changed meanwhile comes next.
    while let new = entriesToRebase(remote, after: done, orInstall: rebased, onto: stored) {
      for entry in new {
        defer { base = entry.value }
        if entry.number == number { continue }
        guard entry.isChange else {
          if theirs == nil { rebased.append(entry) }
          continue
        }
        let mine = entry.value
        guard let value = remote.connection.resolve(base, mine, theirs) else {
          lost = mine
          continue
        }
        var resolved = entry
        resolved.value = value
        rebased.append(resolved)
        theirs = value
      }
      done += new.count
    }
    if let lost { noteLoss(remote, remote.connection.loss(lost)) }
    deliver()
    signals.didSet(.value)
    finishStep(remote)
  }

  /// The entries that have not been put onto what others have stored. If there are none, what came of them takes their place.
  private func entriesToRebase(
    _ remote: RemoteQueue<Value>,
    after done: Int,
    orInstall rebased: [RemoteQueue<Value>.Entry],
    onto stored: SharedStored<Value>
  ) -> [RemoteQueue<Value>.Entry]? {
    lock.lock()
    if remote.entries.count > done {
      defer { lock.unlock() }
      return Array(remote.entries[done...])
    }
    let old = remote.entries, oldValue = unsafe storage.pointee
    remote.entries = rebased
    remote.areInUse = false
    remote.base = stored.value
    if let value = rebased.last?.value ?? stored.value ?? initialValue?.value { unsafe storage.pointee = value }
    state.version = stored.version
    state.arrivals += 1
    noteChange(save: false)
    lock.unlock()
    // Their ends are anybody's code.
    withExtendedLifetime((old, oldValue)) {}
    return nil
  }

  /// Whether a value of others has to wait, because changes made here are not stored yet. With the lock held.
  @inline(never)
  func isPostponed(_ value: Transfer<Value>, _ version: SharedVersion?) -> Bool {
    guard let remote, remote.isBusy else { return false }
    remote.postpone(value.value, version)
    return true
  }

  /// Notes whether something is stored, and in which version nothing is.
  func noteRemote(_ answer: LoadAnswer<Value>) {
    guard let remote else { return }
    lock.whileHeld {
      guard let version = answer.version, version >= state.version ?? version, !remote.isBusy else { return }
      remote.isStored = answer.value != nil
      if answer.value == nil, state.version == nil { state.version = version }
    }
  }
}

// MARK: - Waiting

extension RootReference: RemoteWriter {
  /// Waits until the changes that have been made are stored, or until that fails.
  func drain() async throws {
    guard let remote else { return }
    try await wait(remote, hearsOfLosses: true)
  }

  /// Stores what waits, or the value itself where nothing is stored.
  ///
  /// - Throws: What was lost since the last time, or why it can't be stored now.
  func saveRemotely(_ remote: RemoteQueue<Value>) async throws {
    setError(.saveError, nil)
    lock.whileHeld {
      guard remote.entries.isEmpty, !remote.isStored else { return }
      remote.append(unsafe storage.pointee, madeOn: nil, isChange: false)
      remote.connection.pendingWrites.add(self)
    }
    try await wait(remote, hearsOfLosses: true)
  }

  func wait(_ remote: RemoteQueue<Value>, hearsOfLosses: Bool) async throws {
    let promise = Promise<Void>()
    let ready = lock.whileHeld {
      remote.waiters.append(
        RemoteQueue.Waiter(
          number: remote.lastNumber,
          hearsOfLosses: hearsOfLosses,
          attempts: remote.attempts,
          promise: promise
        )
      )
      return remote.takeReadyWaiters()
    }
    for resume in ready { resume() }
    tryAgain()
    try await promise.value
  }
}
