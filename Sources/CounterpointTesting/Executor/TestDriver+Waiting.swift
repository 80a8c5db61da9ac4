import CounterpointCore
import Locks

extension TestDriver {
  /// What came of waiting.
  enum Outcome: Equatable {
    /// What was waited for is there.
    case enough
    /// It is not there, and nothing can bring it: no effect is in flight, or each waits for a test clock.
    case inVain
    /// It was not there in time, although effects wait for something outside.
    case timedOut
  }

  /// Lets the effects run until there is enough, until there is nothing to wait for, or until the time is up.
  ///
  /// Real time passes only while an effect waits for something that the driver doesn't run; then for an event and not from look to
  /// look. A test that is cancelled waits no longer.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait for what is outside.
  ///   - isEnough: Whether what is waited for is there. Called where the store lives.
  nonisolated(nonsending) func wait(atMost timeout: Duration, until isEnough: () -> Bool) async -> Outcome {
    settleInPlace()
    if isEnough() { return .enough }
    let deadline = ContinuousClock.now.advanced(by: timeout)
    while true {
      await settleHere()
      if isEnough() { return .enough }
      let (events, isAwaited) = contents.withLock { ($0.events, $0.flights.areUnaccountedFor) }
      guard isAwaited else {
        // Once more behind what the actors have to do: a sleeper may have company.
        await settleBehindActors()
        if isEnough() { return .enough }
        if contents.withLock({ $0.events == events && !$0.flights.areUnaccountedFor }) { return .inVain }
        continue
      }
      guard ContinuousClock.now < deadline, !Task.isCancelled else { return .timedOut }
      await waitForEvent(after: events, until: deadline)
    }
  }

  /// As ``wait(atMost:until:)``, from anywhere.
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

  /// Returns when something has happened since or is ready, when it is time, or when the current task is cancelled.
  private nonisolated(nonsending) func waitForEvent(after events: Int, until deadline: ContinuousClock.Instant) async {
    // Both count as an event, so that neither is missed if it comes before the continuation is there.
    let alarm = Task.detached {
      guard (try? await Task.sleep(until: deadline, clock: .continuous)) != nil else { return }
      self.happened()
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let hasHappened = contents.withLock { contents in
          // What became ready before the events were counted is no news, but has not run.
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
