import CounterpointSupport

// Rebasing of waiting changes onto foreign values.

extension RootReference {
  /// Rebases the waiting changes onto a foreign value, in order, and shows the result.
  ///
  /// - Parameters:
  ///   - stored: The stored value.
  ///   - number: An entry to leave out.
  func rebase(_ remote: RemoteQueue<Value>, onto stored: SharedStored<Value>, without number: UInt64? = nil) {
    var base = lock.whileHeld {
      remote.areInUse = true
      return remote.base
    }
    var theirs = stored.value, loss: (any Error)?
    var done = 0, rebased: [RemoteQueue<Value>.Entry] = []
    // Outside of the lock, because `resolve` is the key's code. Changes made meanwhile are rebased in the next
    // iteration.
    while let new = entriesToRebase(remote, after: done, orInstall: rebased, onto: stored, because: loss) {
      for entry in new {
        if !entry.isChange {
          // If a value is stored, a default is dropped, and the next entry builds on what was known before.
          if theirs != nil || entry.number == number { continue }
          rebased.append(entry)
          base = entry.value
          theirs = entry.value
          continue
        }
        defer { base = entry.value }
        if entry.number == number { continue }
        let mine = entry.value
        guard let value = remote.connection.resolve(base, mine, theirs) else {
          loss = remote.connection.loss(mine)
          continue
        }
        var resolved = entry
        resolved.value = value
        rebased.append(resolved)
        theirs = value
      }
      done += new.count
    }
    if let loss { setError(.saveError, loss) }
    deliver()
    observation.change(.value)
    finishStep(remote)
  }

  /// Returns the entries that are not rebased yet. If there are none, installs the result.
  private func entriesToRebase(
    _ remote: RemoteQueue<Value>,
    after done: Int,
    orInstall rebased: [RemoteQueue<Value>.Entry],
    onto stored: SharedStored<Value>,
    because loss: (any Error)?
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
    // Immediately, because from now on no waiting change is found.
    if let loss { remote.noteLoss(loss) }
    let ended = remote.takeEnded()
    lock.unlock()
    // Releasing them may run arbitrary code.
    withExtendedLifetime((old, oldValue, ended)) {}
    return nil
  }

  /// Returns whether a foreign value has to be postponed because of waiting changes. Must be called under the lock.
  @inline(never)
  func isPostponed(_ value: Transfer<Value>, _ version: SharedVersion?) -> Bool {
    guard let remote, remote.isBusy else { return false }
    remote.postpone(value.value, version)
    return true
  }

  /// Records whether a value is stored, and which version is empty.
  func noteRemote(_ answer: LoadAnswer<Value>) {
    guard let remote, let version = answer.version else { return }
    let isUndone = whileHeld(remote) {
      if remote.isBusy {
        if answer.value == nil { remote.noteAbsence(version) }
        return false
      }
      guard version >= state.version ?? version else { return false }
      remote.isStored = answer.value != nil
      if answer.value == nil, state.version == nil { state.version = version }
      return remote.refusedVersion == version
    }
    // Only during a load, because an event may be late; otherwise a refused value stays.
    if isUndone, let value = answer.value, status.withLock({ $0.loadsInFlight > 0 }) {
      undoRefused(value, version, remote)
    }
  }

  /// Replaces a refused value with the stored one.
  private func undoRefused(_ value: Value, _ version: SharedVersion, _ remote: RemoteQueue<Value>) {
    whileHeld(remote) {
      guard !remote.isBusy, state.version == version, remote.refusedVersion == version else { return }
      unsafe remote.end(storage.pointee)
      unsafe storage.pointee = value
      remote.refusedVersion = nil
      state.arrivals += 1
      noteChange(save: false)
    }
    deliver()
    observation.change(.value)
  }
}
