// The events of the queue. All functions must be called under the root's lock.

extension RemoteQueue {
  /// Adds a change.
  ///
  /// - Parameters:
  ///   - value: The value after the change.
  ///   - before: The value before it; `nil` if the storage is unknown.
  ///   - isChange: Whether it is a change, or a default that is stored only if nothing is stored.
  func append(_ value: Value, madeOn before: Value?, isChange: Bool = true) {
    if isChange, entries.count >= connection.limit, let last = entries.last, last.isChange,
      last.unconfirmedWrites.isEmpty, !areInUse, !isFirstInUse || entries.count > 1
    {
      end(last.value)
      entries[entries.count - 1].value = value
      noteOverflow(after: last.number)
      return
    }
    lastNumber += 1
    if entries.isEmpty { base = before }
    entries.append(Entry(number: lastNumber, value: value, isChange: isChange))
  }

  private func noteOverflow(after number: UInt64) {
    let error = SharedStorageError.tooManyChanges(waiting: connection.limit)
    overflow = Overflow(error: error, isNew: !isOverflowing || overflow?.isNew == true)
    isOverflowing = true
    isFailing = false
    notice = error
    firstThatClears = max(firstThatClears, number)
  }

  /// Returns the overflow to report in `saveError`, if there is one.
  func takeOverflow() -> Overflow? {
    defer { overflow = nil }
    return overflow
  }

  /// Removes the first entry, which is stored or does not need to be.
  ///
  /// - Parameter value: The stored value, on which the next entry was made; `nil` if it is the base of the first
  ///   entry.
  /// - Returns: Whether `saveError` changes, and to which error.
  func finishFirst(storing value: Value?) -> (changesError: Bool, error: (any Error)?) {
    let first = entries.removeFirst()
    end(first)
    if let value { base = value }
    isStored = true
    let clears = first.number >= firstThatClears
    if clears {
      notice = nil
      isOverflowing = false
    }
    defer { isFailing = false }
    return (clears || isFailing, notice)
  }

  /// Removes the first entry, which the storage refuses. The next entry still builds on it.
  ///
  /// - Parameter version: The known version of the storage.
  func dropFirst(because error: any Error, in version: SharedVersion?) {
    noteLoss(error)
    let first = entries.removeFirst()
    end(first)
    base = first.value
    refusedVersion = version
  }

  /// Records a loss for the waiting callers, and for `saveError` until a later change is stored.
  func noteLoss(_ error: any Error) {
    loss = error
    notice = error
    firstThatClears = lastNumber + 1
    isFailing = false
  }

  // MARK: Others

  /// Postpones a foreign value. A value without a version can't be told from the local one, and is read again anyway.
  func postpone(_ value: Value, _ version: SharedVersion?) {
    guard let version, version > postponed?.version ?? SharedVersion(0) else { return }
    postponed = (value, version)
  }

  /// Records that a version is empty.
  func noteAbsence(_ version: SharedVersion) {
    absentVersion = max(absentVersion ?? version, version)
  }

  /// Removes and returns the postponed foreign value, if there is no waiting change.
  ///
  /// - Parameter version: The root's version.
  func takePostponed(after version: SharedVersion?) -> (value: Value, version: SharedVersion)? {
    guard !isBusy, let arrival = postponed else { return nil }
    postponed = nil
    if arrival.version > version ?? SharedVersion(0) { isStored = arrival.version != absentVersion }
    return arrival
  }

  // MARK: Waiting

  /// Settles the waiters whose changes are no longer waiting.
  ///
  /// - Returns: The continuations to resume, and the loss, if a waiter receives it.
  func settleReadyWaiters() -> (resume: [@Sendable () -> Void], loss: (any Error)?) {
    let first = entries.first?.number ?? .max
    let ready = waiters.filter { $0.number < first }
    guard !ready.isEmpty else { return ([], nil) }
    waiters.removeAll { $0.number < first }
    var told: (any Error)?
    let resume = ready.compactMap { waiter in
      let heard = waiter.receivesLosses ? loss : nil
      // A canceled waiter does not consume the loss.
      let resume = waiter.promise.settle(with: heard.map { .failure($0) } ?? .success(()))
      if resume != nil, let heard { told = heard }
      return resume
    }
    if told != nil { loss = nil }
    return (resume, told)
  }

  /// Removes and returns the waiters that receive an error of the storage.
  func takeFailingWaiters() -> [Waiter] {
    isFailing = true
    let failing = waiters.filter { $0.attempts < attempts }
    waiters.removeAll { $0.attempts < attempts }
    return failing
  }
}
