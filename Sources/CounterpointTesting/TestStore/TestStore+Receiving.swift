import CounterpointSupport

extension TestStore {
  nonisolated(nonsending) func receive(
    _ expectation: Expectation<Action>,
    timeout: Duration?,
    assert update: ((inout State) throws -> Void)?,
    toleratesNoChange: Bool = false,
    at location: SourceLocation
  ) async {
    let limit = timeout ?? self.timeout
    let isExhaustive = exhaustivity == .on
    let outcome = await driver.wait(atMost: limit) {
      driver.inTurn {
        isExhaustive && ledger.received.count > ledger.overdue
          || ledger.received.contains { expectation.matches($0.action) }
      }
    }
    let wait = Wait(outcome: outcome, limit: limit, isExplicit: timeout != nil)
    location.withIssueContext {
      take(expectation, assert: update, after: wait, toleratesNoChange: toleratesNoChange, at: location)
    }
  }

  /// Removes a matching action from the unreceived ones, and asserts its state change. Call it in the issue context
  /// of the assertion.
  ///
  /// - Parameters:
  ///   - expectation: The expected action.
  ///   - update: The closure of the assertion.
  ///   - wait: The result of waiting for the action.
  ///   - toleratesNoChange: Whether `update` may leave the state unchanged.
  ///   - location: The source location of the assertion.
  func take(
    _ expectation: Expectation<Action>,
    assert update: ((inout State) throws -> Void)?,
    after wait: Wait,
    toleratesNoChange: Bool = false,
    at location: SourceLocation
  ) {
    driver.step(at: location)
    let isExhaustive = exhaustivity == .on
    let (overdue, next) = driver.inTurn { (ledger.overdue, ledger.received.dropFirst(ledger.overdue).first) }
    // Usually it is the next action, and the others need not be compared.
    var match = next.map { expectation.matches($0.action) } == true ? overdue : nil
    if match == nil {
      let received = driver.inTurn { ledger.received.map { $0.action } }
      // An action that was reported as missing can still be received, but unreported actions take precedence.
      match =
        received[overdue...].firstIndex(where: expectation.matches)
        ?? received[..<overdue].firstIndex(where: expectation.matches)
      guard match != nil || isExhaustive && received.count > overdue else {
        let text = FailureText.nothingReceived(
          expectation.description(),
          others: received,
          wait: wait,
          flights: driver.flightList
        )
        return report(.hard, text, at: location)
      }
    }
    if let index = match, index < overdue {
      // The test has already failed, and the cursor is past this action.
      return driver.inTurn { ledger.shared.forget(ledger.received.remove(at: index).number) }
    }
    if let index = match, index > overdue {
      if isExhaustive {
        reportForgotten(index - overdue, at: location)
      } else {
        let skipped = driver.inTurn { ledger.skip(index) }
        report(.notice, FailureText.skipped(skipped, before: true), at: location)
        match = 0
      }
    }
    let (before, entry, shared): (State, ActionHistory<State, Action>.Entry, SharedStep) = driver.inTurn {
      let entry = ledger.received.remove(at: match ?? overdue)
      defer { ledger.shared.forget(entry.number) }
      return (ledger.cursor, entry, ledger.shared.step(of: entry.number))
    }
    defer { driver.inTurn { ledger.cursor = entry.state } }
    guard match != nil else {
      return report(.soft, FailureText.otherReceived(expectation.difference(entry.action)), at: location)
    }
    assertChange(
      from: before,
      to: entry.state,
      shared: shared,
      numbering: entry.numbering,
      by: update,
      toleratesNoChange: toleratesNoChange,
      event: "after '\(actionName(entry.action))' was received",
      at: location
    )
  }
}

extension TestStore {
  /// Fails an exhaustive test that skips earlier actions, and advances past these.
  private func reportForgotten(_ count: Int, at location: SourceLocation) {
    let forgotten = driver.inTurn { ledger.unreported.prefix(count).map { $0.action } }
    report(.soft, FailureText.receivedBefore(forgotten, lines: receiveAdvice(first: count)), at: location)
    driver.inTurn { ledger.markReported(count) }
  }
}

/// The result of waiting for an event.
struct Wait {
  let outcome: TestDriver.Outcome
  let limit: Duration
  /// Whether the limit is an argument of the call.
  let isExplicit: Bool
  /// Whether the caller is synchronous and can't wait.
  var isSynchronous = false
}
