@_spi(Internals) import CounterpointSupport

extension TestStore {
  nonisolated(nonsending) func receive(
    _ expectation: Expectation<Action>,
    timeout: Duration?,
    assert update: ((inout State) throws -> Void)?,
    toleratesNoChange: Bool = false,
    at location: SourceLocation
  ) async {
    let isExhaustive = exhaustivity == .on
    let wait = await driver.wait(timeout: timeout, standard: self.timeout) {
      driver.withStoreLock {
        isExhaustive && history.received.count > history.reportedCount
          || history.received.contains { expectation.matches($0.action) }
      }
    }
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
    driver.recordStep(at: location)
    let isExhaustive = exhaustivity == .on
    let (reportedCount, next) = driver.withStoreLock { (history.reportedCount, history.firstUnreported) }
    // Usually it is the next action, and the others need not be compared.
    var match = next.map { expectation.matches($0.action) } == true ? reportedCount : nil
    if match == nil {
      let received = driver.withStoreLock { history.received.map { $0.action } }
      // An action that was reported as missing can still be received, but unreported actions take precedence.
      match =
        received[reportedCount...].firstIndex(where: expectation.matches)
        ?? received[..<reportedCount].firstIndex(where: expectation.matches)
      guard match != nil || isExhaustive && received.count > reportedCount else {
        let text = FailureText.nothingReceived(
          expectation.description(),
          others: received,
          wait: wait,
          effects: driver.effectDescriptions
        )
        return report(.hard, text, at: location)
      }
    }
    if let index = match, index < reportedCount {
      // The test has already failed, and the cursor is past this action.
      return driver.withStoreLock { history.shared.remove(history.remove(at: index).number) }
    }
    if let index = match, index > reportedCount {
      if isExhaustive {
        reportUnreceived(index - reportedCount, at: location)
      } else {
        let skipped = driver.withStoreLock { history.skip(index) }
        report(.notice, FailureText.skipped(skipped, before: true), at: location)
        match = 0
      }
    }
    let (before, entry, shared): (State, ActionHistory<State, Action>.Entry, SharedStep) = driver.withStoreLock {
      let entry = history.remove(at: match ?? reportedCount)
      defer { history.shared.remove(entry.number) }
      return (history.cursor, entry, history.shared.step(of: entry.number))
    }
    defer { driver.withStoreLock { history.cursor = entry.state } }
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
      of: entry.action,
      event: "after '\(actionName(entry.action))' was received",
      at: location
    )
  }
}

extension TestStore {
  /// Fails an exhaustive test that skips earlier actions, and advances past these.
  private func reportUnreceived(_ count: Int, at location: SourceLocation) {
    let unreceived = driver.withStoreLock { history.unreported.prefix(count).map { $0.action } }
    let advice = receiveAdvice(first: count, at: location)
    report(.soft, FailureText.receivedBefore(unreceived, lines: advice), at: location)
    driver.withStoreLock { history.markReported(count) }
  }
}

extension TestStore {
  /// Returns the end of the advice to receive actions: the calls, or a period if their values can differ in the next
  /// run.
  ///
  /// - Parameters:
  ///   - count: The number of unreceived actions; `nil` for all.
  ///   - location: The source location of the step.
  func receiveAdvice(first count: Int? = nil, at location: SourceLocation) -> String {
    guard suggestsFixes else { return "." }
    let literal = Literal(visible: VisibleDeclarations(at: location))
    return ":\n\n\(receiveLines(first: count) { _ in literal })"
  }

  /// Returns the calls that receive the unreceived actions, as Swift source.
  ///
  /// - Parameters:
  ///   - indentation: The indentation of each line.
  ///   - limit: The maximum number of calls.
  ///   - count: The number of actions; `nil` for all.
  ///   - literal: Returns the writer of the values of a state.
  func receiveLines(
    indentation: String = "    ",
    limit: Int = 10,
    first count: Int? = nil,
    literal: (State) -> Literal
  ) -> String {
    let (cursor, entries) = driver.withStoreLock { (history.cursor!, Array(history.unreported.prefix(count ?? .max))) }
    var state = cursor
    var lines: [String] = []
    for entry in entries.prefix(limit) {
      let shared = driver.withStoreLock { history.shared.step(of: entry.number) }
      lines.append(
        ReceiveLine.text(
          entry.action,
          from: state,
          to: entry.state,
          shared: shared,
          literal: literal(entry.state),
          atMost: min(limit, ReceiveLine.limitOfTest),
          indentation: indentation
        )
      )
      state = entry.state
    }
    if entries.count > limit { lines.append("\(indentation)// … and \(entries.count - limit) more") }
    return lines.joined(separator: "\n")
  }
}
