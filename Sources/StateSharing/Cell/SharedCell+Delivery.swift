@_spi(Internals) import CounterpointSupport
import IssueReporting
import Synchronization

// The events of a cell: changes that leave it, and stored values that arrive.

extension SharedCell {
  /// Records a change for the key and the followers. Must be called under the lock.
  func noteChange(save: Bool) {
    lock.assertHeld()
    state.changes += 1
    if save { noteUnsavedChange() }
    if deliveryQueue.isFollowed { appendChange() }
  }

  @inline(never)
  private func appendChange() {
    let value = Transfer(value: unsafe storage.pointee)
    deliveryQueue.append(value, number: state.changes, afterSaved: state.lastSavedChange)
  }

  /// Delivers the recorded changes that the key has to the followers. Must be called without a lock.
  func deliver() {
    lock.assertNotHeld()
    deliveryQueue.deliver(
      upToSaved: { passed.load(ordering: .acquiring) },
      whenLooping: { reportLoop(name, at: declaration) }
    )
  }

  // MARK: Stored values

  /// Sets the value that the key delivered, if it is newer than the current one.
  func apply(
    _ value: Value,
    version new: SharedVersion?,
    revision: UInt64? = nil,
    isArrival: Bool = false,
    if isWanted: @escaping @Sendable (CellState) -> Bool
  ) {
    let transfer = Transfer(value: value)
    let isNewer = { (state: CellState) in
      guard isWanted(state) else { return false }
      // A load may find a revision that has been applied; an arrival is not applied twice.
      if let revision, revision < state.revision || isArrival && revision == state.revision { return false }
      guard let new, let version = state.version else { return true }
      return new > version
    }
    let histories = SharedValueHistory.current
    lock.lock()
    guard !isPostponed(transfer, new), isNewer(state) else { return lock.unlock() }
    let old = unsafe storage.pointee
    keep(old, in: histories)
    unsafe storage.pointee = value
    if let new { state.version = new }
    if let revision { state.revision = revision }
    if isArrival { state.arrivals += 1 }
    let loss = noteReplacement(of: old, revision: revision, isArrival: isArrival)
    noteChange(save: false)
    lock.unlock()
    // Releasing the old value may run arbitrary code.
    withExtendedLifetime(old) {}
    if let loss { setError(.saveError, loss) }
    deliver()
    observation.change(.value)
  }

  /// Replaces the value with the stored one, and schedules the notification of observers.
  func take(_ stored: SharedStored<Value>, at location: SourceLocation) {
    guard let initialValue else { return }
    let new = stored.value ?? initialValue.value
    let trackers = SharedTracking.trackers
    let histories = SharedValueHistory.current
    let before = lock.whileHeld { () -> Value? in
      let acceptance = acceptance(of: stored.version)
      guard acceptance != .ignore else { return nil }
      let before = unsafe storage.pointee
      for tracker in trackers { tracker.record(self, before: before, type: Value.self, root: self, at: location) }
      guard acceptance == .show else { return before }
      keep(before, in: histories)
      unsafe storage.pointee = new
      state.version = stored.version
      state.mutations += 1
      noteChange(save: false)
      return before
    }
    // Releasing the old value may run arbitrary code.
    withExtendedLifetime(before) {}
  }

  /// Runs a closure with the number of its attempt in a task local.
  func run<Result, Failure: Error>(
    _ operation: (inout Value) throws(Failure) -> Result,
    on value: inout Value,
    attempt: Int,
    _ mode: ChangeMode,
    at location: SourceLocation
  ) throws(Failure) -> Result {
    let before = mode == .inPlace ? nil : ValueBeforeChange(value)
    // The body of a task local's scope can't throw a typed error.
    var outcome: Swift.Result<Result, Failure>?
    SharedTransaction.$attempt.withValue(attempt) {
      do throws(Failure) {
        outcome = .success(
          try ThreadChanges.onCopy(of: self, mode, at: location, before: before) { () throws(Failure) in
            try operation(&value)
          }
        )
      } catch {
        outcome = .failure(error)
      }
    }
    guard let outcome else { preconditionFailure("A task local did not run its body.") }
    return try outcome.get()
  }
}

/// Reports an endless loop of changes that observers or the key make.
func reportLoop(_ name: String, at location: SourceLocation?) {
  reportIssue(
    """
    \(name) was changed \(SerialQueue<Int>.loop) times by observers of its own changes.

    An observer that changes the value it observes must come to an end. Change it only if it differs from the wanted value.
    """,
    at: location
  )
}
