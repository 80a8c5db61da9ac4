import CounterpointCore
import CounterpointSupport

extension TestDriver {
  /// The result of waiting.
  enum Outcome: Equatable {
    /// The condition is satisfied.
    case enough
    /// The condition can't be satisfied: no effect is in flight, or each of them waits for a test clock.
    case inVain
    /// The condition was not satisfied in time, although effects wait for work outside of the driver.
    case timedOut
  }

  /// Runs the effects until a condition is satisfied, until there is nothing to wait for, or until a timeout.
  ///
  /// Real time passes only while an effect waits for work that the driver doesn't run. The call then waits for an
  /// event and doesn't poll. Canceling the test ends the wait.
  ///
  /// - Parameters:
  ///   - timeout: The time to wait for work outside of the driver.
  ///   - isEnough: The condition. Called on the store's actor.
  nonisolated(nonsending) func wait(atMost timeout: Duration, until isEnough: () -> Bool) async -> Outcome {
    settleInPlace()
    if isEnough() { return .enough }
    let deadline = ContinuousClock.now.advanced(by: timeout)
    while true {
      await settleHere()
      if isEnough() { return .enough }
      let (events, isAwaited) = contents.withLock { ($0.events, $0.flights.areUnaccountedFor) }
      guard isAwaited else {
        // Yields to the actors once more, because they may have a job for an effect that also sleeps.
        await settleBehindActors()
        if isEnough() { return .enough }
        if contents.withLock({ $0.events == events && !$0.flights.areUnaccountedFor }) { return .inVain }
        continue
      }
      guard ContinuousClock.now < deadline, !Task.isCancelled else { return .timedOut }
      await waitForEvent(after: events, until: deadline)
    }
  }

  /// Waits as ``wait(atMost:until:)`` does, from any actor.
  func waitFromAnywhere(atMost timeout: Duration, until isEnough: @Sendable () -> Bool) async -> Outcome {
    if let isolation {
      await wait(on: isolation, atMost: timeout, until: isEnough)
    } else {
      await wait(atMost: timeout, until: isEnough)
    }
  }

  private func wait(
    on actor: isolated any Actor,
    atMost timeout: Duration,
    until isEnough: @Sendable () -> Bool
  ) async -> Outcome {
    await wait(atMost: timeout, until: isEnough)
  }

  /// Returns when an event has occurred since `events` were counted, at the deadline, or when the current task is
  /// canceled.
  private nonisolated(nonsending) func waitForEvent(after events: Int, until deadline: ContinuousClock.Instant) async {
    // The deadline and the cancellation count as events, so neither is missed if it occurs before the continuation
    // is stored.
    let alarm = Task.detached {
      guard (try? await Task.sleep(until: deadline, clock: .continuous)) != nil else { return }
      self.happened()
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let hasHappened = contents.withLock { contents in
          // A job that became ready before the events were counted is not a new event, but has not run yet.
          guard contents.events == events, contents.ready.isEmpty else { return true }
          contents.waiters.append(continuation)
          return false
        }
        if hasHappened { continuation.resume() }
      }
    } onCancel: {
      happened()
    }
    alarm.cancel()
  }
}
