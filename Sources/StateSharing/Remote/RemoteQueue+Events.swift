// What happens to the changes that wait. All with the root's lock held.

extension RemoteQueue {
  /// Adds a change.
  ///
  /// - Parameters:
  ///   - value: What it made.
  ///   - before: What it was made on, `nil` if nothing is known of the storage.
  ///   - isChange: Whether it is one, or a value to be stored only where nothing is.
  func append(_ value: Value, madeOn before: Value?, isChange: Bool = true) {
    if isChange, entries.count >= connection.limit, let last = entries.last, last.isChange, last.unconfirmedWrites.isEmpty,
      !areInUse, !isFirstInUse || entries.count > 1
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

  /// Whether `saveError` has to say that there are too many.
  func takeOverflow() -> Overflow? {
    defer { overflow = nil }
    return overflow
  }

  /// Removes the first, which is stored, or did not have to be.
  ///
  /// - Parameter value: What is stored, which the next was made on; `nil` if it is what the first was made on.
  /// - Returns: Whether `saveError` changes, and to what.
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

  /// Removes the first, which the storage will not take. The next was made on it all the same.
  ///
  /// - Parameter version: What of the storage is known.
  func dropFirst(because error: any Error, in version: SharedVersion?) {
    noteLoss(error)
    let first = entries.removeFirst()
    end(first)
    base = first.value
    refusedVersion = version
  }

  /// Keeps an error for who waits, and for as long as nothing that is changed from now on has been stored.
  func noteLoss(_ error: any Error) {
    loss = error
    notice = error
    firstThatClears = lastNumber + 1
    isFailing = false
  }

  // MARK: Others

  /// Keeps what others have stored for later. Without a version it can't be told from what is stored here, and is read again anyway.
  func postpone(_ value: Value, _ version: SharedVersion?) {
    guard let version, version > postponed?.version ?? SharedVersion(0) else { return }
    postponed = (value, version)
  }

  /// Notes that there is a version in which nothing is stored.
  func noteAbsence(_ version: SharedVersion) {
    absentVersion = max(absentVersion ?? version, version)
  }

  /// What others have stored meanwhile, if nothing is left to do.
  ///
  /// - Parameter version: What the root has.
  func takePostponed(after version: SharedVersion?) -> (value: Value, version: SharedVersion)? {
    guard !isBusy, let arrival = postponed else { return nil }
    postponed = nil
    if arrival.version > version ?? SharedVersion(0) { isStored = arrival.version != absentVersion }
    return arrival
  }

  // MARK: Waiting

  /// Decides what those hear whose changes are no longer waiting.
  ///
  /// - Returns: What lets them go on, and what was lost, if one of them hears of it.
  func settleReadyWaiters() -> (resume: [@Sendable () -> Void], loss: (any Error)?) {
    let first = entries.first?.number ?? .max
    let ready = waiters.filter { $0.number < first }
    guard !ready.isEmpty else { return ([], nil) }
    waiters.removeAll { $0.number < first }
    var told: (any Error)?
    let resume = ready.compactMap { waiter in
      let heard = waiter.receivesLosses ? loss : nil
      // Who has been canceled hears nothing, and the next one does.
      let resume = waiter.promise.settle(with: heard.map { .failure($0) } ?? .success(()))
      if resume != nil, let heard { told = heard }
      return resume
    }
    if told != nil { loss = nil }
    return (resume, told)
  }

  /// Takes out those who have to be told that something can't be stored now.
  func takeFailingWaiters() -> [Waiter] {
    isFailing = true
    let failing = waiters.filter { $0.attempts < attempts }
    waiters.removeAll { $0.attempts < attempts }
    return failing
  }
}
