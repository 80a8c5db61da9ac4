extension RootReference {
  /// Changes the value as a transaction of its key: on what is stored now, again as long as others are faster.
  ///
  /// An error of the storage is not the closure's: it goes to `saveError`, and the value becomes the latest that is known to
  /// be stored.
  func transact<Result, Failure: Error>(
    at site: CallSite,
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outcome = try runTransaction(attempts: 16, timeout: .seconds(5), at: site, operation)
    if let error = outcome.error { setError(.saveError, error) }
    return outcome.result
  }

  /// What came of a transaction: what the closure returned the last time, and why nothing is stored, if nothing is.
  func runTransaction<Result, Failure: Error>(
    attempts: Int,
    timeout: Duration,
    at site: CallSite,
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> (result: Result, error: (any Error)?) {
    guard let connection, let initialValue else { return (try mutate(at: site, operation), nil) }
    gate.lock()
    defer { gate.unlock() }
    outerSite = site
    let deadline = ContinuousClock.now + timeout
    var latest: SharedStored<Value>?
    var last: Result?
    var problem: (any Error)?
    for attempt in 1...max(1, attempts) {
      let begun: (stored: SharedStored<Value>, ticket: any Sendable)
      do {
        begun = try connection.begin(SharedTransactionRequest(attempt: attempt, deadline: deadline))
      } catch {
        problem = error
        break
      }
      latest = begun.stored
      var value = begun.stored.value ?? initialValue.value
      let result: Result
      do throws(Failure) {
        // A task local's body can't throw a typed error.
        var outcome: Swift.Result<Result, Failure>?
        SharedTransaction.$attempt.withValue(attempt) {
          do throws(Failure) { outcome = .success(try operation(&value)) } catch { outcome = .failure(error) }
        }
        guard let outcome else { preconditionFailure("A task local did not run its body.") }
        result = try outcome.get()
      } catch {
        connection.rollback(begun.ticket)
        publish(begun.stored, at: site)
        throw error
      }
      last = result
      do {
        switch try connection.commit(value, begun.ticket) {
        case .committed(let version):
          publish(SharedStored(value: value, version: version), at: site)
          setError(.loadError, nil)
          setError(.saveError, nil)
          return (result, nil)
        case .conflict(let stored):
          latest = stored
          problem = SharedStorageError.conflict(attempts: attempt)
        }
      } catch {
        problem = error
        break
      }
      if ContinuousClock.now >= deadline {
        problem = SharedStorageError.timedOut
        break
      }
    }
    if let latest { publish(latest, at: site) }
    if let last { return (last, problem) }
    // Nothing could be begun. The caller wants a result all the same: from a copy, which is thrown away.
    var copy = value(.live)
    return (try operation(&copy), problem)
  }

  /// Makes what is stored the value.
  private func publish(_ stored: SharedStored<Value>, at site: CallSite) {
    guard let initialValue else { return }
    let new = stored.value ?? initialValue.value
    let trackers = SharedTracking.trackers
    lock.lock()
    if let version, stored.version <= version {
      lock.unlock()
      return
    }
    let before = unsafe storage.pointee
    for tracker in trackers { tracker.record(self, before: before, type: Value.self, root: self, at: site) }
    unsafe storage.pointee = new
    version = stored.version
    mutations += 1
    noteChange(save: false)
    lock.unlock()
    deliver()
    signals.change(.value)
  }
}
