@_spi(Internals) import CounterpointSupport

// The changes of a cell by this program.

extension SharedCell {
  /// Changes the value.
  ///
  /// Copies the value before the change, which makes the change copy the buffers that it touches. A change in place
  /// copies it only if the old value is needed: for a throwing closure, for a test that tracks changes, for a history,
  /// and for remote storage.
  func mutate<Result, Failure: Error>(
    _ mode: ChangeMode,
    at location: SourceLocation,
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let canFail = Failure.self != Never.self
    let isUsed = SharedTracking.isUsed
    let isTracked = isUsed && SharedTracking.isTracking(self, at: location)
    let histories = isUsed ? SharedValueHistory.current : []
    // Other values may be large, and `==` would visit all of it.
    let isCompared = observation.isObserved(.value) && (_isPOD(Value.self) || canFail || isRemote)
    // Inside the change of another value, observers are notified after the outermost change.
    let isInner = !ThreadChanges.isEmpty
    noteOrder(at: location)
    lock.lock()
    if mode == .keepingOldValue || canFail || isTracked || isRemote || isCompared || !histories.isEmpty {
      unsafe committed.fill(copying: storage)
    }
    if isTracked { record(committed.value, at: location) }
    let result: Result
    do throws(Failure) {
      result = try ThreadChanges.during(.inCell, of: self, mode, at: location) { () throws(Failure) in
        try unsafe operation(&storage.pointee)
      }
    } catch {
      let failed = unsafe storage.move()
      unsafe storage.initialize(to: committed.take())
      lock.unlock()
      withExtendedLifetime(failed) {}
      ThreadChanges.notifyAfterOutermost()
      throw error
    }
    if !histories.isEmpty { keep(committed.value, in: histories) }
    state.mutations += 1
    noteChange(save: isSaved && inMemoryBinding == nil)
    let isUnchanged = isCompared ? comparison() : nil
    unlock(afterStoringAt: inMemoryBinding)
    if isInner {
      notifyAfterOutermost(unless: isUnchanged)
    } else {
      ThreadChanges.notifyAfterOutermost()
      if isSaved { saveChanges() }
      deliver()
      if isUnchanged?() != true { observation.change(.value) }
    }
    return result
  }

  /// Returns a comparison of the values before and after the change. It must be called without the lock, because `==`
  /// is the user's code.
  @inline(never)
  private func comparison() -> () -> Bool {
    let old = committed.value, new = unsafe storage.pointee
    return { areEqual(old, new) }
  }

  /// Notifies the key, the followers, and the observers of a change when the outermost change of the thread is over.
  @inline(never)
  private func notifyAfterOutermost(unless isUnchanged: (() -> Bool)?) {
    ThreadChanges.afterOutermost { [self] in
      if isSaved { saveChanges() }
      deliver()
      if isUnchanged?() != true { observation.change(.value) }
    }
  }

  /// Records the value before the change for the trackers.
  private func record(_ before: Value, at location: SourceLocation) {
    for tracker in SharedTracking.trackers {
      tracker.record(self, before: before, type: Value.self, root: self, at: location)
    }
  }

  /// Keeps the value before a change. Must be called under the lock, before the value can be read again.
  @inline(never)
  func keep(_ before: Value, in histories: [SharedValueHistory]) {
    for history in histories { history.keep(before, of: self) }
  }

  /// Ends a change. Releases the old value without the lock, because that may run arbitrary code.
  private func unlock(afterStoringAt inMemoryBinding: InMemoryBinding<Value>?) {
    if let inMemoryBinding {
      // Under the lock, so that values are stored in the order of the changes.
      let (replaced, version, isFollowed) = unsafe inMemoryBinding.store(storage.pointee)
      state.version = SharedVersion(version)
      unlockAfterChange()
      withExtendedLifetime(replaced) {}
      if isFollowed { inMemoryBinding.notifyOthers() }
    } else {
      unlockAfterChange()
    }
  }

  private func unlockAfterChange() {
    if committed.isFilled {
      let old = committed.take()
      lock.unlock()
      withExtendedLifetime(old) {}
    } else {
      lock.unlock()
    }
  }

  /// Records, in debug builds, that this thread is about to lock the value.
  func noteOrder(at location: SourceLocation) {
    #if DEBUG
    LockOrder.shared.noteInner(self, at: location)
    #endif
  }

  /// Changes the value that an assertion expects. The value itself, its key and its observers are not affected.
  func change<Result, Failure: Error>(
    in assertion: SharedAssertion,
    _ mode: ChangeMode,
    at location: SourceLocation,
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var expected = value(.expected(assertion))
    // Kept if the closure throws, too: the test has stated a part of its expectation.
    defer { assertion.expect(expected, of: self, root: self, at: location) }
    return try ThreadChanges.onCopy(of: self, mode, at: location) { () throws(Failure) in try operation(&expected) }
  }
}
