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

  /// Takes an action out of those that wait to be received, and asserts what it has done. To be called where
  /// issues are reported at the assertion.
  ///
  /// - Parameters:
  ///   - expectation: Which one.
  ///   - update: What it has done.
  ///   - wait: How the test has waited for it.
  ///   - toleratesNoChange: Whether `update` may leave everything as it is.
  ///   - location: The place of the assertion.
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
    // Mostly it is the next one, and then the others are not looked at.
    var match = next.map { expectation.matches($0.action) } == true ? overdue : nil
    if match == nil {
      let received = driver.inTurn { ledger.received.map { $0.action } }
      // What was reported as missing can still be received, but what was not comes first.
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
      // The state has gone on without it, and the test has failed.
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
    let (before, entry, shared): (State, Ledger<State, Action>.Entry, SharedStep) = driver.inTurn {
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
  /// Fails an exhaustive test that receives an action before others that came earlier, and goes on behind these.
  private func reportForgotten(_ count: Int, at location: SourceLocation) {
    let forgotten = driver.inTurn { ledger.unreported.prefix(count).map { $0.action } }
    report(.soft, FailureText.receivedBefore(forgotten, lines: receiveAdvice(first: count)), at: location)
    driver.inTurn { ledger.markReported(count) }
  }
}

/// How a test has waited for something.
struct Wait {
  let outcome: TestDriver.Outcome
  let limit: Duration
  /// Whether the limit was given with the call.
  let isExplicit: Bool
  /// Whether the test could not wait at all.
  var isSynchronous = false
}
