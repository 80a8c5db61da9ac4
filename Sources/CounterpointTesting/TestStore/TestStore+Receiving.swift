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
        isExhaustive ? !ledger.received.isEmpty : ledger.received.contains { expectation.matches($0.action) }
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
    let isExhaustive = exhaustivity == .on
    // Mostly it is the first one, and then the others are not looked at.
    let isFirst = driver.inTurn { ledger.received.first }.map { expectation.matches($0.action) } ?? false
    var match: Int? = 0
    if !isFirst {
      let received = driver.inTurn { ledger.received.map { $0.action } }
      match = received.firstIndex(where: expectation.matches)
      guard !received.isEmpty, match != nil || isExhaustive else {
        let text = FailureText.nothingReceived(
          expectation.description(),
          others: received,
          wait: wait,
          flights: driver.flightList
        )
        return report(.hard, text, at: location)
      }
    }
    if !isExhaustive, let match, match > 0 {
      let skipped = driver.inTurn { ledger.skip(match) }
      report(.notice, FailureText.skipped(skipped, before: true), at: location)
    }
    let (before, entry, shared): (State, Ledger<State, Action>.Entry, SharedStep) = driver.inTurn {
      let entry = ledger.received.removeFirst()
      defer { ledger.shared.forget(entry.number) }
      return (ledger.cursor, entry, ledger.shared.step(of: entry.number))
    }
    defer { driver.inTurn { ledger.cursor = entry.state } }
    guard isFirst || !isExhaustive else {
      return report(
        .soft,
        FailureText.otherReceived(expectation.difference(entry.action), arrivesLater: match),
        at: location
      )
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

/// How a test has waited for something.
struct Wait {
  let outcome: TestDriver.Outcome
  let limit: Duration
  /// Whether the limit was given with the call.
  let isExplicit: Bool
  /// Whether the test could not wait at all.
  var isSynchronous = false
}
