import CounterpointSupport
import Foundation
import IssueReporting

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension RootReference {
  /// Changes the value in a transaction of its key: on the stored value, repeated after conflicts.
  ///
  /// An error of the storage does not come from the closure. It is in `saveError`, and the value becomes the latest
  /// known stored value.
  func transact<Result, Failure: Error>(
    at location: SourceLocation,
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outcome = try runTransaction(attempts: 16, timeout: .seconds(5), at: location, operation)
    if let error = outcome.error { setError(.saveError, error) }
    #if DEBUG
    let patience = SharedTransaction.patienceOfMainThread
    if outcome.waited > patience, MainThread.isCurrent,
      lock.whileHeld({ state.slowLocations.insert(location).inserted })
    {
      reportWaiting(outcome.waited, patience: patience, at: location)
    }
    #endif
    return outcome.result
  }

  /// The outcome of a transaction.
  struct TransactionOutcome<Result> {
    /// The result of the last call of the closure.
    let result: Result
    /// The reason why nothing is stored, if so.
    var error: (any Error)?
    /// The time that the thread waited for the storage.
    var waited: Duration
  }

  func runTransaction<Result, Failure: Error>(
    attempts: Int,
    timeout: Duration,
    at location: SourceLocation,
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> TransactionOutcome<Result> {
    guard let transactionLock, let begin = connection?.begin else {
      return TransactionOutcome(result: try mutate(at: location, operation), waited: .zero)
    }
    if SharedTracking.isUsed { _ = SharedTracking.isTracking(self, at: location) }
    noteOrder(at: location)
    transactionLock.lock()
    let before = changesSoFar
    let valueBefore = Transfer(value: value(.live))
    let outcome: Swift.Result<TransactionOutcome<Result>, Failure>
    do throws(Failure) {
      outcome = .success(
        try ThreadChanges.during(.transaction, of: self, at: location) { () throws(Failure) in
          try attempt(attempts, timeout: timeout, with: begin, at: location, operation)
        }
      )
    } catch {
      outcome = .failure(error)
    }
    let isChanged = changesSoFar != before
    let valueAfter = Transfer(value: value(.live))
    transactionLock.unlock()
    // Without the transaction lock, because observers may change this value.
    ThreadChanges.notifyAfterOutermost()
    if isChanged {
      ThreadChanges.afterOutermost { [self] in
        deliver()
        if !areEqual(valueBefore.value, valueAfter.value) { observation.change(.value) }
      }
    }
    if case .success(let outcome) = outcome, outcome.error == nil {
      setError(.loadError, nil)
      setError(.saveError, nil)
    }
    return try outcome.get()
  }

  /// Begins, runs the closure and commits, until there is no conflict. Must be called under the transaction lock.
  private func attempt<Result, Failure: Error>(
    _ attempts: Int,
    timeout: Duration,
    with begin: (SharedTransactionRequest) throws -> OpenTransaction<Value>,
    at location: SourceLocation,
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> TransactionOutcome<Result> {
    let deadline = ContinuousClock.now + timeout
    var waited = Duration.zero
    var latest: SharedStored<Value>?
    var last: Result?
    var problem: (any Error)?
    for attempt in 1...max(1, attempts) {
      let begun: OpenTransaction<Value>
      do {
        let request = SharedTransactionRequest(attempt: attempt, deadline: deadline, isUrgent: attempt > attempts / 2)
        begun = try measure(&waited) { try begin(request) }
      } catch {
        problem = error
        break
      }
      latest = begun.stored
      var value = begun.stored.value ?? initialValue?.value ?? value(.live)
      let result: Result
      do throws(Failure) {
        result = try run(operation, on: &value, attempt: attempt, at: location)
      } catch {
        begun.rollback()
        take(begun.stored, at: location)
        throw error
      }
      last = result
      do {
        switch try measure(&waited, { try begun.commit(value) }) {
        case .committed(let version):
          take(SharedStored(value: value, version: version), at: location)
          return TransactionOutcome(result: result, waited: waited)
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
      // Exponential backoff with full jitter.
      if attempt < attempts { usleep(.random(in: 0...min(100 << UInt32(min(attempt, 8)), 25_000))) }
    }
    if let latest { take(latest, at: location) }
    if let last { return TransactionOutcome(result: last, error: problem, waited: waited) }
    // No transaction could be begun. The caller still needs a result, so the closure changes a copy that is
    // discarded.
    var copy = value(.live)
    return TransactionOutcome(
      result: try run(operation, on: &copy, attempt: 1, at: location),
      error: problem,
      waited: waited
    )
  }

  /// Runs a closure with the number of its attempt in a task local.
  func run<Result, Failure: Error>(
    _ operation: (inout Value) throws(Failure) -> Result,
    on value: inout Value,
    attempt: Int,
    at location: SourceLocation
  ) throws(Failure) -> Result {
    // The body of a task local's scope can't throw a typed error.
    var outcome: Swift.Result<Result, Failure>?
    SharedTransaction.$attempt.withValue(attempt) {
      do throws(Failure) {
        outcome = .success(
          try ThreadChanges.onCopy(of: self, at: location) { () throws(Failure) in try operation(&value) }
        )
      } catch {
        outcome = .failure(error)
      }
    }
    guard let outcome else { preconditionFailure("A task local did not run its body.") }
    return try outcome.get()
  }

  private func measure<Result>(_ total: inout Duration, _ body: () throws -> Result) rethrows -> Result {
    let start = ContinuousClock.now
    defer { total += start.duration(to: .now) }
    return try body()
  }

  /// The number of changes so far.
  private var changesSoFar: UInt64 { lock.whileHeld { state.changes } }

  /// Replaces the value with the stored one, and schedules the notification of observers.
  func take(_ stored: SharedStored<Value>, at location: SourceLocation) {
    guard let initialValue else { return }
    let new = stored.value ?? initialValue.value
    let trackers = SharedTracking.trackers
    let before = lock.whileHeld { () -> Value? in
      let acceptance = acceptance(of: stored.version)
      guard acceptance != .ignore else { return nil }
      let before = unsafe storage.pointee
      for tracker in trackers { tracker.record(self, before: before, type: Value.self, root: self, at: location) }
      guard acceptance == .show else { return before }
      unsafe storage.pointee = new
      state.version = stored.version
      state.mutations += 1
      noteChange(save: false)
      return before
    }
    // Releasing the old value may run arbitrary code.
    withExtendedLifetime(before) {}
  }

  /// Decides what to do with a stored value. Must be called under the lock.
  private func acceptance(of version: SharedVersion) -> RemoteAcceptance {
    if let remote { return remote.accept(version) }
    return state.version.map { version > $0 } ?? true ? .show : .ignore
  }

  #if DEBUG
  private func reportWaiting(_ duration: Duration, patience: Duration, at location: SourceLocation) {
    func milliseconds(_ duration: Duration) -> Int { Int((duration / .milliseconds(1)).rounded()) }
    reportIssue(
      """
      'withLock' on \(name) has kept the main thread waiting for \(milliseconds(duration)) ms for its storage \
      (\(milliseconds(patience)) are fine): it is slow, another process has it, or the machine has much else to do.

      Use 'withTransaction' away from the main thread. If the main thread runs no user interface, allow more with \
      'SharedTransaction.$patienceOfMainThread'.
      """,
      at: location
    )
  }
  #endif
}
