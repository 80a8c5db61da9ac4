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
  ///   - prepared: The shared values that the test of the exploration has prepared.
  ///   - issues: The collector of the issues of the test.
  ///   - makeStore: Creates the store.
  nonisolated(nonsending) func source(
    prepared: [ExploredSharedValues.Prepared],
    issues: ExplorationIssues,
    makeStore: () -> TestStore<R.State, R.Action>
  ) async -> String {
    var test = RecordedTest(of: R.self, named: "explored", besides: location)
    let exploration = CallSource(of: "explore", at: location)
    let call = exploration?.creatingStore(closures: ["reducer", "withDependencies"])
    await reportingIssues(to: [issues]) {
      // The endless effect is not run.
      await OrderScript(found.steps).run {
        let store = makeStore()
        test.prepare(prepared)
        test.begin(state: store.state, call)
        appendActions(of: exploration, to: &test)
        let usesOrder = await append(to: &test, store)
        appendFailure(to: &test, hasEffects: !store.driver.effectsInFlight.isEmpty)
        if usesOrder { test.wrap(in: "await withOrder(\(steps.source))") }
        store.driver.skipEffects()
      }
    }
    _ = issues.take()
    return test.source()
  }

  /// Appends the closure that returns the possible actions, if the test uses it.
  private func appendActions(of exploration: CallSource?, to test: inout RecordedTest<R>) {
    guard !found.actions.allSatisfy({ test.canWrite($0.action) }) else { return }
    if let declaration = Self.declarationOfActions(in: exploration) { test.append(declaration) }
  }

  /// Returns the declaration of the closure that returns the possible actions; `nil` if its source is unknown.
  ///
  /// - Parameter exploration: The call of `explore`.
  static func declarationOfActions(in exploration: CallSource?) -> String? {
    actions(of: exploration).map { closure in
      "  let actions: (\(stateName)) -> [\(unqualifiedName(of: R.self)).Action] = \(closure)\n"
    }
  }

  private static func actions(of exploration: CallSource?) -> String? {
    let closure = exploration?.closures.first { $0.label == nil }?.text ?? exploration?.argument("actions")
    return closure.map { RecordedTest<R>.unindented($0).replacing("\n", with: "\n  ") }
  }

  /// Appends the steps.
  ///
  /// - Returns: Whether the test depends on the order of effects.
  private nonisolated(nonsending) func append(
    to test: inout RecordedTest<R>,
    _ store: TestStore<R.State, R.Action>
  ) async -> Bool {
    let hasClosure = Self.actions(of: CallSource(of: "explore", at: location)) != nil
    // The effects of the initial state come before the first step of the test.
    var usesOrder = await receiveAll(of: store, to: &test)
    var actions = found.actions[...]
    for step in found.steps {
      switch step {
      case .send:
        guard let action = actions.popFirst() else { continue }
        let before: R.State = store.driver.withStoreLock { store.history.cursor }
        _ = store.begin(action.action, assert: nil, at: store.location)
        let after: R.State = store.driver.withStoreLock { store.history.cursor }
        let isTaken = hasClosure && !test.canWrite(action.action)
        test.append(
          ReceiveLine.sendText(
            action.action,
            from: before,
            to: after,
            shared: store.lastSentStep,
            literal: test.literal,
            as: isTaken ? "actions(store.state)[\(action.index)]" : nil
          )
        )
      case .time:
        test.append("  await store.advanceToNextDeadline()")
        await store.advanceToNextDeadline()
      case .effect, .answer, .rest:
        continue
      }
      let isOrdered = await receiveAll(of: store, to: &test)
      usesOrder = usesOrder || isOrdered
    }
    return usesOrder
  }

  /// Runs the effects up to the next step of the test, and appends a statement for each action that they send.
  ///
  /// - Returns: Whether there were effects, so that the test depends on their order.
  private nonisolated(nonsending) func receiveAll(
    of store: TestStore<R.State, R.Action>,
    to test: inout RecordedTest<R>
  ) async -> Bool {
    let isOrdered = !store.driver.effectsInFlight.isEmpty
    await test.receiveAll(of: store)
    return isOrdered
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
      test.append("  let holds: (\(Self.stateName)) -> Bool = \(closure)")
      test.append("  #expect(holds(store.state), \(Literal.string(name)))")
    case .deadlock:
      test.append("  await store.finish()")
    case .issue where hasEffects:
      test.append("  await store.skipInFlightEffects()")
    case .issue, .endlessEffect:
      break
    }
  }

  private static var stateName: String { "\(unqualifiedName(of: R.self)).State" }
}
