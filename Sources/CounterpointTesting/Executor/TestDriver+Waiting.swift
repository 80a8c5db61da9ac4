import CounterpointCore
@_spi(Internals) import CounterpointSupport

extension TestDriver {
  /// Runs the effects until a condition is satisfied, until there is nothing to wait for, or until a timeout.
  ///
  /// Real time passes only while an effect waits for work that the driver doesn't run. The call then waits for an
  /// event and doesn't poll. Canceling the test ends the wait.
  ///
  /// - Parameters:
  ///   - timeout: The time to wait for work outside of the driver.
  ///   - condition: The condition. Called on the store's actor.
  nonisolated(nonsending) func wait(atMost timeout: Duration, until condition: () -> Bool) async -> Wait.Outcome {
    runReadyJobs()
    if condition() { return .satisfied }
    let deadline = ContinuousClock.now.advanced(by: timeout)
    var rounds = 0
    while true {
      rounds += 1
      await runUntilIdle()
      if condition() { return .satisfied }
      let (events, isAwaited) = contents.withLock { ($0.events, $0.hasExternalWork) }
      guard isAwaited else {
        // Yields to the actors once more, because they may have a job for an effect that also sleeps.
        await runJobsAfterYielding()
        if condition() { return .satisfied }
        let isQuiet = contents.withLock { $0.events == events && !$0.hasExternalWork }
        if isQuiet {
          guard contents.withLock({ $0.script == nil && $0.effects.hasUnknownTasks }) else { return .unsatisfiable }
          // A task of an effect may race with the sleep of another one, as the work that a timeout ends.
          if let outcome = outcome(at: deadline) { return outcome }
          await waitForEvent(after: events, until: deadline)
          continue
        }
        // An effect that polls a value of an actor would keep the call from returning.
        if rounds > 100, let outcome = outcome(at: deadline) { return outcome }
        continue
      }
      if let outcome = outcome(at: deadline) { return outcome }
      await waitForEvent(after: events, until: deadline)
    }
  }

  /// The end of a wait that its deadline or the cancellation of the test ends; `nil` before both.
  private func outcome(at deadline: ContinuousClock.Instant) -> Wait.Outcome? {
    if Task.isCancelled { return .canceled }
    return ContinuousClock.now < deadline ? nil : .timedOut
  }

  /// Waits as ``wait(atMost:until:)`` does, for a call of the test.
  ///
  /// The calls without a timeout of their own wait in vain only as long as one of them may: after that the test has
  /// failed, and further calls would only make it slow.
  ///
  /// - Parameters:
  ///   - timeout: The timeout of the call; `nil` if it has none.
  ///   - standard: The timeout of the store.
  ///   - isFailure: Whether the test fails if the condition is not satisfied.
  ///   - condition: The condition. Called on the store's actor.
  nonisolated(nonsending) func wait(
    timeout: Duration?,
    standard: Duration,
    isFailure: Bool = true,
    until condition: () -> Bool
  ) async -> Wait {
    let timeInVain = timeout == nil ? contents.withLock { $0.timeInVain } : .zero
    let limit = timeout ?? max(.zero, standard - timeInVain)
    let outcome = await wait(atMost: limit, until: condition)
    if outcome == .timedOut, timeout == nil, isFailure { contents.withLock { $0.timeInVain += limit } }
    return Wait(outcome: outcome, limit: limit, isExplicit: timeout != nil, timeInVain: timeInVain)
  }

  /// Waits as ``wait(timeout:standard:until:)`` does, from any actor.
  func waitFromAnyActor(timeout: Duration?, standard: Duration, until condition: @Sendable () -> Bool) async -> Wait {
    if let isolation {
      await wait(on: isolation, timeout: timeout, standard: standard, until: condition)
    } else {
      await wait(timeout: timeout, standard: standard, until: condition)
    }
  }

  private func wait(
    on actor: isolated any Actor,
    timeout: Duration?,
    standard: Duration,
    until condition: @Sendable () -> Bool
  ) async -> Wait {
    await wait(timeout: timeout, standard: standard, until: condition)
  }

  /// Returns when an event has occurred since `events` were counted, at the deadline, or when the current task is
  /// canceled.
  private nonisolated(nonsending) func waitForEvent(after events: Int, until deadline: ContinuousClock.Instant) async {
    // The deadline and the cancellation count as events, so neither is missed if it occurs before the continuation
    // is stored.
    let timer = Task.detached {
      guard (try? await Task.sleep(until: deadline, clock: .continuous)) != nil else { return }
      self.recordEvent()
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let hasEvent = contents.withLock { contents in
          // A job that became ready before the events were counted is not a new event, but has not run yet.
          guard contents.events == events, contents.script != nil || contents.ready.isEmpty else { return true }
          contents.waiters.append(continuation)
          return false
        }
        if hasEvent { continuation.resume() }
      }
    } onCancel: {
      recordEvent()
    }
    timer.cancel()
  }
}
