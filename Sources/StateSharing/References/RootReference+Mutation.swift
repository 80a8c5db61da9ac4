import DependencyInjection
import IssueReporting

extension RootReference {
  /// Changes the value in place.
  ///
  /// A copy of the value, which makes the change copy the buffers that it touches, is taken only where somebody may need it
  /// or it costs little beside the rest: a closure that can throw, a test that tracks changes, a value that is plain memory
  /// or that is saved after each change, a value that has been read inside a change of it before, and the first time that a
  /// call is made from its place in the code, which shows whether its closure reads the value other than by its parameter.
  func mutate<Result, Failure: Error>(
    at location: SourceLocation,
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let canFail = Failure.self != Never.self
    let isTracked = SharedTracking.isUsed && SharedTracking.isTracking(self, at: location)
    // After a change that can fail, because observers must not be told of one that did.
    if !canFail { signals.willSet(.value) }
    noteOrder(at: location)
    lock.lock()
    // What saves keeps a copy until it has written it, and writes all of it.
    if canFail || isSaved || state.isEverReadInside || _isPOD(Value.self) || isTracked
      || !state.cleanLocations.contains(location.key)
    {
      committed.fill(unsafe storage.pointee)
    }
    if isTracked { record(committed.value, at: location) }
    state.wasReadInside = false
    state.outerLocation = location
    let result: Result
    do throws(Failure) {
      result = try unsafe operation(&storage.pointee)
    } catch {
      let failed = unsafe storage.move()
      unsafe storage.initialize(to: committed.take())
      unlockAndCatchUp()
      withExtendedLifetime(failed) {}
      throw error
    }
    if state.wasReadInside {
      state.isEverReadInside = true
    } else if !isSaved, committed.isFilled, !_isPOD(Value.self) {
      state.cleanLocations.insert(location.key)
    }
    state.mutations += 1
    noteChange(save: isSaved && seat == nil)
    unlock(afterStoringAt: seat)
    deliver()
    if canFail { signals.willSet(.value) }
    signals.didSet(.value)
    return result
  }

  /// Runs a change that was begun inside another on a copy, which is thrown away.
  func mutateInside<Result, Failure: Error>(
    _ value: Value,
    at location: SourceLocation,
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    reportChangeInside(name, at: location, outer: state.outerLocation)
    var copy = value
    return try operation(&copy)
  }

  /// Notes for those who track here what the value was before the change.
  private func record(_ before: Value, at location: SourceLocation) {
    for tracker in SharedTracking.trackers {
      tracker.record(self, before: before, type: Value.self, root: self, at: location)
    }
  }

  /// Ends a change: what was there before it ends outside the lock, because its end is anybody's code.
  private func unlock(afterStoringAt seat: InMemorySeat<Value>?) {
    if let seat {
      // With the lock held, so that values are stored in the order of the changes.
      let (replaced, version, isFollowed) = unsafe seat.store(storage.pointee)
      state.version = SharedVersion(version)
      let old = committed.take()
      unlockAndCatchUp()
      withExtendedLifetime(replaced) {}
      withExtendedLifetime(old) {}
      if isFollowed { seat.tellOthers() }
    } else if committed.isFilled {
      let old = committed.take()
      unlockAndCatchUp()
      withExtendedLifetime(old) {}
    } else {
      unlockAndCatchUp()
    }
  }

  /// Notes that this thread is about to wait for the value and change it.
  func noteOrder(at location: SourceLocation) {
    #if DEBUG
    LockOrder.shared.begin(self, at: location)
    #endif
  }

  private func unlockAndCatchUp() {
    let postponed = state.postponed
    if !postponed.isEmpty { state.postponed = [] }
    #if DEBUG
    LockOrder.shared.end()
    #endif
    lock.unlock()
    for arrival in postponed { arrival() }
  }

  /// Changes what an assertion expects; the value itself, its key and its observers see nothing of it.
  func change<Result, Failure: Error>(
    in assertion: SharedAssertion,
    at location: SourceLocation,
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var expected = value(.expected(assertion))
    // Kept also when the closure fails: the test has said what it expected so far.
    defer { assertion.expect(expected, of: self, root: self, at: location) }
    return try operation(&expected)
  }
}

/// Reports a change that was begun inside another of the same value.
func reportChangeInside(_ name: String, at location: SourceLocation, outer: SourceLocation?) {
  reportIssue(
    """
    'withLock' was called on \(name) (\(location.fileID):\(location.line)) inside the closure of another 'withLock' on the same value\
    \(outer.map { " (\($0.fileID):\($0.line))" } ?? ""). The inner change was thrown away.

    Change the outer closure's parameter, or make the inner change after the outer one.
    """,
    at: location
  )
}
