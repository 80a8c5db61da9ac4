@_spi(Internals) import CounterpointSupport
import Foundation
import IssueReporting

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension Persister {
  /// Changes the value in a transaction of its key: on the stored value, repeated after conflicts.
  ///
  /// An error of the storage does not come from the closure. The value becomes the latest known stored value. The error
  /// is in `saveError`, and `save()` throws it, until a later transaction succeeds.
  func transact<Result, Failure: Error>(
    _ mode: ChangeMode,
    at location: SourceLocation,
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outcome = try runTransaction(
      attempts: 16,
      timeout: .seconds(5),
      keepsError: true,
      mode,
      at: location,
      operation
    )
    if let error = outcome.error { cell.setError(.saveError, error) }
    #if DEBUG
    if let patience = SharedTransaction.patience, outcome.waited > patience, MainThread.isCurrent,
      cell.lock.whileHeld({ slowLocations.insert(location).inserted })
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
    /// The reason why nothing is stored, or why it may not survive a power failure; nil if all is well.
    var error: (any Error)?
    /// The time that the thread waited for the storage.
    var waited: Duration
  }

  /// Runs a transaction.
  ///
  /// - Parameter keepsError: Whether `save()` throws the error of the storage. Otherwise the caller throws it.
  func runTransaction<Result, Failure: Error>(
    attempts: Int,
    timeout: Duration,
    keepsError: Bool = false,
    _ mode: ChangeMode = .keepingOldValue,
    at location: SourceLocation,
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> TransactionOutcome<Result> {
    guard let transactionLock, let begin = connection.begin else {
      return TransactionOutcome(result: try cell.mutate(mode, at: location, operation), waited: .zero)
    }
    if SharedTracking.isUsed { _ = SharedTracking.isTracking(cell, at: location) }
    cell.noteOrder(at: location)
    cell.lock.assertNotHeld()
    let start = ContinuousClock.now
    // If this fails, another thread may have the storage for long. The transaction itself then waits for it.
    let isStorageLocked = connection.storageLock?.lockStorage(until: start + timeout) ?? false
    let waited = start.duration(to: .now)
    transactionLock.lock()
    let before = changesSoFar
    let valueBefore = Transfer(value: cell.value(.live))
    let outcome: Swift.Result<TransactionOutcome<Result>, Failure>
    do throws(Failure) {
      outcome = .success(
        try ThreadChanges.during(.transaction, of: cell, at: location) { () throws(Failure) in
          try attempt(attempts, timeout: timeout, waited: waited, with: begin, mode, at: location, operation)
        }
      )
    } catch {
      outcome = .failure(error)
    }
    let isChanged = changesSoFar != before
    let valueAfter = Transfer(value: cell.value(.live))
    if case .success(let outcome) = outcome, keepsError || outcome.error == nil { noteTransaction(outcome.error) }
    transactionLock.unlock()
    if isStorageLocked { connection.storageLock?.unlockStorage() }
    // Without the transaction lock, because observers may change this value.
    ThreadChanges.notifyAfterOutermost()
    if isChanged {
      ThreadChanges.afterOutermost { [cell] in
        cell.deliver()
        if !areEqual(valueBefore.value, valueAfter.value) { cell.observation.change(.value) }
      }
    }
    if case .success(let outcome) = outcome, outcome.error == nil {
      cell.setError(.loadError, nil)
      cell.setError(.saveError, nil)
    }
    return try outcome.get()
  }

  /// Begins, runs the closure and commits, until there is no conflict. Must be called under the transaction lock.
  private func attempt<Result, Failure: Error>(
    _ attempts: Int,
    timeout: Duration,
    waited: Duration,
    with begin: (SharedTransactionRequest) throws -> OpenTransaction<Value>,
    _ mode: ChangeMode,
    at location: SourceLocation,
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> TransactionOutcome<Result> {
    let deadline = ContinuousClock.now + timeout
    var waited = waited
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
      var value = begun.stored.value ?? cell.initialValue?.value ?? cell.value(.live)
      let result: Result
      do throws(Failure) {
        result = try cell.run(operation, on: &value, attempt: attempt, mode, at: location)
      } catch {
        begun.rollback()
        cell.take(begun.stored, at: location)
        throw error
      }
      last = result
      do {
        switch try measure(&waited, { try begun.commit(value) }) {
        case .committed(let version):
          cell.take(SharedStored(value: value, version: version), at: location)
          return TransactionOutcome(result: result, waited: waited)
        case .conflict(let stored):
          latest = stored
          problem = SharedStorageError.conflict(attempts: attempt)
        }
      } catch let committed as CommittedWithError {
        cell.take(SharedStored(value: value, version: committed.version), at: location)
        return TransactionOutcome(result: result, error: committed.error, waited: waited)
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
    if let latest { cell.take(latest, at: location) }
    if let last { return TransactionOutcome(result: last, error: problem, waited: waited) }
    // No transaction could be begun. The caller still needs a result, so the closure changes a copy that is
    // discarded.
    var copy = cell.value(.live)
    return TransactionOutcome(
      result: try cell.run(operation, on: &copy, attempt: 1, mode, at: location),
      error: problem,
      waited: waited
    )
  }

  private func measure<Result>(_ total: inout Duration, _ body: () throws -> Result) rethrows -> Result {
    let start = ContinuousClock.now
    defer { total += start.duration(to: .now) }
    return try body()
  }

  /// The number of changes so far.
  private var changesSoFar: UInt64 { cell.lock.whileHeld { cell.state.changes } }

  #if DEBUG
  private func reportWaiting(_ duration: Duration, patience: Duration, at location: SourceLocation) {
    func milliseconds(_ duration: Duration) -> Int { Int((duration / .milliseconds(1)).rounded()) }
    reportIssue(
      """
      'withLock' on \(cell.name) has kept the main thread waiting for \(milliseconds(duration)) ms for its storage \
      (\(milliseconds(patience)) are fine): it is slow, another process has it, or the machine has much else to do.

      Use 'withTransaction' away from the main thread. If the main thread runs no user interface, allow more with \
      'SharedTransaction.$patienceOfMainThread'.
      """,
      at: location
    )
  }
  #endif
}
