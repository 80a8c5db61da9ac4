import Locks

// What becomes of the changes that wait when others have stored something.

extension RootReference {
  /// Puts the changes that wait onto what others have stored, each in its turn, and shows what came of it.
  ///
  /// - Parameters:
  ///   - stored: What is stored now.
  ///   - number: An entry to leave out.
  func rebase(_ remote: RemoteQueue<Value>, onto stored: SharedStored<Value>, without number: UInt64? = nil) {
    var base = lock.whileHeld {
      remote.areInUse = true
      return remote.base
    }
    var theirs = stored.value, loss: (any Error)?
    var done = 0, rebased: [RemoteQueue<Value>.Entry] = []
    // Outside of the lock, because resolving is the key's code. What is changed meanwhile comes next.
    while let new = entriesToRebase(remote, after: done, orInstall: rebased, onto: stored, because: loss) {
      for entry in new {
        if !entry.isChange {
          // Where something is stored, there is nothing to do, and the next was made on what was known before.
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

  /// The entries that have not been put onto what others have stored. If there are none, what came of them takes their place.
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
    // At once: from now on nobody finds a change that waits.
    if let loss { remote.noteLoss(loss) }
    let ended = remote.takeEnded()
    lock.unlock()
    // Their ends are anybody's code.
    withExtendedLifetime((old, oldValue, ended)) {}
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
    // Only where somebody loads: what comes by itself may be late, and what was refused stays.
    if isUndone, let value = answer.value, status.withLock({ $0.loadsInFlight > 0 }) {
      undoRefused(value, version, remote)
    }
  }

  /// Shows what is stored again in the place of what the storage would not take.
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
