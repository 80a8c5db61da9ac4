import CounterpointCore
@_spi(Internals) import CounterpointSupport
import IssueReporting

/// The test that fails because of the failure that an exploration found.
struct ExploredTest<R: Reducer> where R.State: Equatable {
  private let found: Explorer<R.State, R.Action>.Found
  private let location: CounterpointSupport.SourceLocation

  init(_ reducer: R.Type, _ found: Explorer<R.State, R.Action>.Found, at location: CounterpointSupport.SourceLocation) {
    self.found = found
    self.location = location
  }

  /// The steps of the test.
  private var steps: [OrderStep] { found.steps + (found.failure.kind == .endlessEffect ? [.rest] : []) }

  /// Returns the source of the test, which it runs for this.
  ///
  /// - Parameters:
  ///   - issues: The collector of the issues of the test.
  ///   - makeStore: Creates the store.
  nonisolated(nonsending) func source(
    issues: ExplorationIssues,
    makeStore: () -> TestStore<R.State, R.Action>
  ) async -> String {
    var test = RecordedTest(of: R.self, named: "explored")
    let call = CallSource(of: "explore", at: location)?.creatingStore(closures: ["reducer", "withDependencies"])
    await withIssueReporters([issues]) {
      // The endless effect is not run.
      await withOrder(found.steps) {
        let store = makeStore()
        test.begin(state: store.state, call)
        let usesOrder = await append(to: &test, store)
        appendFailure(to: &test, hasEffects: !store.driver.effectsInFlight.isEmpty)
        if usesOrder { test.wrap(in: "await withOrder(\(text(of: steps)))") }
        store.driver.skipEffects()
      }
    }
    _ = issues.take()
    return test.source(in: location)
  }

  /// Appends the steps.
  ///
  /// - Returns: Whether the test depends on the order of effects.
  private nonisolated(nonsending) func append(
    to test: inout RecordedTest<R>,
    _ store: TestStore<R.State, R.Action>
  ) async -> Bool {
    var usesOrder = false
    var actions = found.actions[...]
    for step in found.steps {
      switch step {
      case .send:
        guard let action = actions.popFirst() else { continue }
        let before: R.State = store.driver.withStoreLock { store.history.cursor }
        _ = store.begin(action, assert: nil, at: store.location)
        let after: R.State = store.driver.withStoreLock { store.history.cursor }
        test.append(ReceiveLine.sendText(action, from: before, to: after, shared: store.lastSentStep))
      case .time:
        test.append("  await store.advanceToNextDeadline()")
        await store.advanceToNextDeadline()
      case .effect, .answer, .rest:
        continue
      }
      usesOrder = usesOrder || !store.driver.effectsInFlight.isEmpty
      await store.driver.runUntilIdle()
      let received = store.receiveLines(indentation: "  ", limit: .max)
      if !received.isEmpty { test.append(received) }
      store.driver.withStoreLock { _ = store.history.skip(store.history.received.count) }
    }
    return usesOrder
  }

  /// Appends the statement that fails, unless a step fails by itself.
  private func appendFailure(to test: inout RecordedTest<R>, hasEffects: Bool) {
    switch found.failure.kind {
    case .invariant:
      if hasEffects { test.append("  await store.skipInFlightEffects()") }
      guard let (name, location) = found.failure.invariant else { return }
      guard let closure = CallSource(of: "always", at: location)?.closures.first?.text else {
        return test.append("  // The state lacks this property: \(name).")
      }
      test.append("  let holds: (\(stateName)) -> Bool = \(closure)")
      test.append("  #expect(holds(store.state), \(Literal.string(name)))")
    case .deadlock:
      test.append("  await store.finish()")
    case .issue where hasEffects:
      test.append("  await store.skipInFlightEffects()")
    case .issue, .endlessEffect:
      break
    }
  }

  private var stateName: String { "\(unqualifiedName(of: R.self)).State" }

  private func text(of steps: [OrderStep]) -> String {
    let names = steps.map { step in
      switch step {
      case .send: ".send"
      case .effect(let task): ".effect(\(task))"
      case .answer(let task, let index): ".answer(\(task), \(index))"
      case .time: ".time"
      case .rest: ".rest"
      }
    }
    return "[\(names.joined(separator: ", "))]"
  }
}
