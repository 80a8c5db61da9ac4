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
    at site: CallSite,
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let canFail = Failure.self != Never.self
    let trackers = SharedTracking.trackers
    if trackers.isEmpty { SharedTracking.noteUntracked(self, at: site) }
    // After a change that can fail, because observers must not be told of one that did.
    if !canFail { signals.willSet(.value) }
    enter(at: site)
    let isKnown = cleanSites.contains(site.key)
    // What saves keeps a copy until it has written it, and writes all of it.
    let isSaved = connection?.canSave == true
    if canFail || isSaved || isEverReadInside || _isPOD(Value.self) || !trackers.isEmpty || !isKnown {
      committed = unsafe storage.pointee
    }
    if let committed {
      for tracker in trackers { tracker.record(self, before: committed, type: Value.self, root: self, at: site) }
    }
    wasReadInside = false
    outerSite = site
    let result: Result
    do throws(Failure) {
      result = try unsafe operation(&storage.pointee)
    } catch {
      if let committed { unsafe storage.pointee = committed }
      committed = nil
      unlockAndCatchUp()
      throw error
    }
    if wasReadInside {
      isEverReadInside = true
    } else if !isKnown, !isSaved {
      cleanSites.insert(site.key)
    }
    // It ends outside the lock: its end is anybody's code.
    let old = committed
    committed = nil
    mutations += 1
    noteChange(save: true)
    unlockAndCatchUp()
    withExtendedLifetime(old) {}
    deliver()
    if canFail { signals.willSet(.value) }
    signals.didSet(.value)
    return result
  }

  /// Runs a change that was begun inside another on a copy, which is thrown away.
  func mutateInside<Result, Failure: Error>(
    _ value: Value,
    at site: CallSite,
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = outerSite
    reportIssue(
      """
      'withLock' was called on 'Shared<\(typeName(Value.self))>(\(connection?.description ?? "value"))' \
      (\(site.fileID):\(site.line)) inside the closure of another 'withLock' on the same value\
      \(outer.map { " (\($0.fileID):\($0.line))" } ?? ""). The inner change was thrown away.

      Change the outer closure's parameter, or make the inner change after the outer one.
      """,
      fileID: site.fileID,
      filePath: site.filePath,
      line: site.line,
      column: site.column
    )
    var copy = value
    return try operation(&copy)
  }

  private func enter(at site: CallSite) {
    noteOrder(at: site)
    lock.lock()
  }

  /// Notes that this thread is about to wait for the value and change it.
  func noteOrder(at site: CallSite) {
    #if DEBUG
    LockOrder.shared.begin(self, at: site)
    #endif
  }

  private func unlockAndCatchUp() {
    let postponed = postponed
    self.postponed = []
    #if DEBUG
    LockOrder.shared.end()
    #endif
    lock.unlock()
    for arrival in postponed { arrival() }
  }

  /// Changes what an assertion expects; the value itself, its key and its observers see nothing of it.
  func change<Result, Failure: Error>(
    in assertion: SharedAssertion,
    at site: CallSite,
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var expected = value(.expected(assertion))
    // Kept also when the closure fails: the test has said what it expected so far.
    defer { assertion.expect(expected, of: self, root: self, at: site) }
    return try operation(&expected)
  }
}
