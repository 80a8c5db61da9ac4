public import CounterpointCore
import CounterpointRecording
@_spi(Internals) import CounterpointSupport
public import DependencyInjection

/// Explores a feature like a model: in all orders of what a user does, what dependencies answer, what time does and
/// what effects send, up to a number of steps.
///
/// ```swift
/// await explore(Search.State(), depth: 8, invariants: [.always("results fit the query") { $0.fits }]) { state in
///   [.queryChanged("a"), .queryChanged("ab")]
/// } reducer: {
///   Search()
/// } withDependencies: {
///   $0.search.load = { query in try await Draw.answer([.success([query]), .failure(Offline())]) }
/// }
/// ```
///
/// Each sequence of steps runs from the initial state on, with a new store and new dependencies. A step is an action of
/// the user, an answer of a dependency (``Draw``), the handling of an effect's next action, or the advance of the test
/// clock of `\.continuousClock` to the next deadline. A state with the same effects in flight is visited once.
///
/// The exploration stops at the first failure, which takes the fewest steps, and reports it at this call as the source
/// of a test. An action that can't be written as Swift is taken from `actions` there.
///
/// Failures are an invariant that does not hold, an issue that is reported, an effect that runs without end, and a
/// state in which effects wait although no further step is possible.
///
/// A trap in the feature stops the process without a report. The steps that led to it are then in a file in the
/// temporary folder, as a test: `explore-SearchTests.swift-25-3F9A0C11.steps.txt` for a call in line 25.
///
/// - Parameters:
///   - initialState: The initial state. Evaluated for each run, which finds the stored shared values that the test has
///     prepared in memory. It must not contain a wrapper that was created before, which is reported as an issue.
///   - depth: The maximum number of steps.
///   - strategy: How sequences of steps are chosen.
///   - budget: The limits of the exploration.
///   - invariants: The properties that must hold in the initial state and after each action.
///   - actions: Returns the actions that a user can send in a state. Called with the same state again, it must return
///     the same actions.
///   - reducer: The reducer of the feature.
///   - prepare: Overrides dependencies of the feature. Called for each run.
/// - Returns: What was covered and found.
@discardableResult
public nonisolated(nonsending) func explore<R: Reducer>(
  _ initialState: @autoclosure @escaping () -> R.State,
  depth: Int,
  strategy: ExplorationStrategy = .exhaustive,
  budget: ExplorationBudget = ExplorationBudget(),
  invariants: [Invariant<R.State>] = [],
  actions: @escaping (_ state: R.State) -> [R.Action],
  reducer: @escaping () -> R,
  withDependencies prepare: @escaping (_ values: inout DependencyValues) -> Void = { _ in },
  fileID: StaticString = #fileID,
  file filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async -> ExplorationReport<R.Action> where R.State: Equatable {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let makeState = { (values: DependencyValues) -> R.State in
    var values = values
    values.update(prepare)
    return values.run(initialState)
  }
  let shared = ExploredSharedValues(in: makeState)
  if let issue = shared.issue {
    location.report(issue)
    return ExplorationReport()
  }
  let steps = ExploredSteps(of: R.self, from: makeState, prepared: shared.prepared, at: location)
  defer { steps.remove() }
  let feature = ExploredFeature<R.State, R.Action>(
    invariants: invariants,
    actions: actions,
    location: location,
    steps: steps
  ) { observer, driver in
    var values = DependencyValues._current
    values.update(prepare)
    let store = InstrumentedStore(
      state: initialState,
      reducer: reducer,
      dependencies: values,
      instruments: [observer],
      scheduler: driver
    )
    return (store, values)
  }
  var explorer = Explorer(of: feature, budget: budget)
  let found: Explorer<R.State, R.Action>.Found? =
    switch strategy {
    case .exhaustive: await explorer.exhaust(to: depth)
    case .random(let seed, let runs): await explorer.sample(seed: seed, runs: runs, depth: depth)
    }
  var report = explorer.report
  guard let found else { return report }
  let test = ExploredTest(R.self, found, at: location)
  let recording = ExploredRecording()
  let source = await test.source(prepared: shared.prepared, issues: explorer.issues) {
    TestStore(initialState: initialState(), exhaustivity: .off, reducer: reducer) {
      prepare(&$0)
      $0.recorder = recording.recorder
    }
  }
  report.counterexample = Counterexample(
    kind: found.failure.kind,
    message: found.failure.message,
    steps: found.steps,
    actions: found.actions.map(\.action),
    test: source,
    recording: recording.take()
  )
  location.report(report.text)
  return report
}

extension ExplorationReport {
  /// The failure message.
  fileprivate var text: String {
    guard let counterexample else { return summary }
    let steps = counterexample.steps.count
    return """
      Exploring the feature found a failure after \(steps) step\(steps == 1 ? "" : "s"), in \(runs) runs.

      \(counterexample.message)

      This test fails for the same reason. Fix the feature, and keep the test:

      \(counterexample.test)
      """
  }
}
