import ControlledClocks
import CounterpointCore
@_spi(Internals) import CounterpointSupport
import DependencyInjection

/// The parts of an exploration that the caller provides.
struct ExploredFeature<State, Action> {
  let invariants: [Invariant<State>]
  let actions: (State) -> [Action]
  let location: CounterpointSupport.SourceLocation
  /// Writes the steps before they are run.
  let steps: ExploredSteps<Action>
  /// Creates a store, whose driver follows the script of the current task.
  let makeStore:
    (_ observer: ExplorationObserver<State, Action>, _ driver: TestDriver) -> (
      store: InstrumentedStore<State, Action>, dependencies: DependencyValues
    )
}

/// A step of an exploration.
enum ExplorationStep<Action> {
  /// The user sends an action, which has an index among those that are possible in the state.
  case send(Action, index: Int)
  case order(OrderStep)

  var orderStep: OrderStep {
    switch self {
    case .send: .send
    case .order(let step): step
    }
  }
}

/// An action that an exploration sends.
struct ExploredAction<Action> {
  let action: Action
  /// The index among the actions that are possible in the state.
  let index: Int
}

/// A failure at the end of a sequence of steps.
struct ExplorationFailure {
  let kind: CounterexampleKind
  let message: String
  /// The name and the location of the invariant that does not hold.
  var invariant: (name: String, location: CounterpointSupport.SourceLocation)?
}

/// Observes the reductions of a run: checks the invariants, and identifies effects by the states at their start.
final class ExplorationObserver<State, Action>: StoreInstrument {
  private let invariants: [Invariant<State>]
  /// The fingerprints of the action and the state that started each effect, by the number of the effect.
  private(set) var origins: [Int: Fingerprint] = [:]
  private var actions: [Int: Action] = [:]
  /// Whether the invariants are checked.
  var checks = false
  private(set) var broken: Invariant<State>?

  init(invariants: [Invariant<State>]) {
    self.invariants = invariants
  }

  func didReduce(_ action: Action, to state: State, effectGroup: EffectGroup?) {
    if checks { check(state) }
    guard let effectGroup else { return }
    var hasher = StructuralHasher()
    hasher.combine(action)
    hasher.combine(state)
    origins[effectGroup.number] = hasher.fingerprint
    actions[effectGroup.number] = action
  }

  func check(_ state: State) {
    if broken == nil { broken = invariants.first { !$0.holds(state) } }
  }

  func action(ofEffectGroup number: Int) -> Action? { actions[number] }
}

/// One execution of a feature, from the initial state on.
final class ExplorationRun<State, Action> {
  private let feature: ExploredFeature<State, Action>
  private let driver: TestDriver
  private let script: OrderScript
  private let observer: ExplorationObserver<State, Action>
  private let issues: ExplorationIssues
  private var store: InstrumentedStore<State, Action>?
  private let dependencies: DependencyValues
  private var taken: [ExplorationStep<Action>] = []

  /// The number of jobs after which an effect counts as endless.
  static var jobLimit: Int { 1_000 }

  /// - Parameter script: The script of the current task.
  init(
    of feature: ExploredFeature<State, Action>,
    script: OrderScript,
    issues: ExplorationIssues,
    isolation: (any Actor)?
  ) {
    self.feature = feature
    self.script = script
    self.issues = issues
    driver = TestDriver(actor: isolation)
    driver.contents.withLock { $0.jobLimit = Self.jobLimit }
    observer = ExplorationObserver(invariants: feature.invariants)
    let (store, dependencies) = feature.makeStore(observer, driver)
    self.store = store
    self.dependencies = dependencies
  }

  /// The steps of this run.
  var steps: [OrderStep] { taken.map(\.orderStep) }

  /// The actions that were sent in this run, with their indices among the possible ones.
  var actions: [ExploredAction<Action>] {
    taken.compactMap { step in
      guard case .send(let action, let index) = step else { return nil }
      return ExploredAction(action: action, index: index)
    }
  }

  /// Whether effects are in flight.
  var hasEffects: Bool { !driver.effectsInFlight.isEmpty }

  /// Whether the last step can have started or resumed effects.
  var mayHaveStartedEffects: Bool {
    if case .order(.effect)? = taken.last { return false }
    return hasEffects
  }

  /// The steps that are possible next.
  func choices() -> [ExplorationStep<Action>] {
    let state = store!.withState { $0 }
    return feature.actions(state).enumerated().map { .send($1, index: $0) } + driver.possibleSteps.map { .order($0) }
  }

  /// Mounts the features of the initial state, and runs their effects until they wait.
  ///
  /// - Parameter checks: Whether failures of the initial state are wanted.
  /// - Returns: The failure of the initial state.
  nonisolated(nonsending) func begin(checks: Bool) async -> ExplorationFailure? {
    feature.steps.begin()
    driver.withStoreLock { store!.mount(from: feature.location.origin) }
    if hasEffects { await settle() }
    guard checks else { return nil }
    store!.withState { observer.check($0) }
    return failure
  }

  /// Performs a step, and runs the effects until they wait.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - choice: The index of the step among ``choices()``.
  ///   - checks: Whether failures of this step are wanted.
  /// - Returns: The failure of the step.
  nonisolated(nonsending) func perform(
    _ step: ExplorationStep<Action>,
    choice: Int,
    checks: Bool
  ) async -> ExplorationFailure? {
    feature.steps.willPerform(step, choice: choice)
    observer.checks = checks
    _ = issues.take()
    taken.append(step)
    switch step {
    case .send(let action, _):
      driver.withStoreLock { _ = store!.send(action, from: feature.location.origin) }
    case .order(.time):
      await driver.advanceToNextDeadline(in: dependencies)
    case .order(let step):
      script.append(step)
    }
    await settle()
    return checks ? failure : nil
  }

  /// The failure of the events since the last step.
  private var failure: ExplorationFailure? {
    if let invariant = observer.broken {
      return ExplorationFailure(
        kind: .invariant,
        message: "It does not always hold that \(invariant.name).",
        invariant: (invariant.name, invariant.location)
      )
    }
    if driver.contents.withLock({ $0.hasExceededLimit }) { return endlessEffect }
    return issues.take().map { ExplorationFailure(kind: .issue, message: $0) }
  }

  /// Runs the effects until they wait.
  nonisolated(nonsending) func settle() async {
    driver.runReadyJobs()
    if driver.hasExternalWork { await driver.runUntilIdle() }
  }

  /// Runs everything that is ready, and returns a failure if that has no end. Ends the run.
  nonisolated(nonsending) func runToEnd() async -> ExplorationFailure? {
    observer.checks = false
    feature.steps.willRunToEnd()
    script.append(.rest)
    await settle()
    _ = issues.take()
    return driver.contents.withLock { $0.hasExceededLimit } ? endlessEffect : nil
  }

  private var endlessEffect: ExplorationFailure {
    ExplorationFailure(kind: .endlessEffect, message: "An effect runs without end.")
  }

  /// The descriptions of the effects in flight.
  var deadlock: ExplorationFailure {
    let effects = driver.effectDescriptions.map { "  \($0)" }.joined(separator: "\n")
    return ExplorationFailure(
      kind: .deadlock,
      message: "Effects are in flight, but no further event is possible:\n\n\(effects)"
    )
  }

  /// The fingerprint of the state and of the effects in flight.
  func fingerprint() -> Fingerprint {
    var hasher = StructuralHasher()
    store!.withState { hasher.combine($0) }
    // The clock is read only if it is used, because a dependency without an override reports each use.
    let isSleeping = driver.nextDeadline != nil
    let now = isSleeping ? (dependencies.continuousClock as? TestClock<Duration>)?.now.offset ?? .zero : .zero
    let tasks = driver.contents.withLock { contents in
      let held = Set(contents.ready.heldTasks.map { ObjectIdentifier($0) })
      return contents.effects.inOrder.flatMap { effect in
        effect.executorsInOrder.enumerated().map { index, executor -> Fingerprint in
          let deadlines = executor.progress.deadlines.values.compactMap { ($0 as? Duration).map { $0 - now } }
          let origin = observer.origins[effect.group.number]
          let facts: [AnyHashable] = [
            origin, executor.locationText, index, executor.progress.trace, deadlines.sorted(),
            held.contains(ObjectIdentifier(executor)),
          ]
          return Fingerprint(of: facts)
        }
      }
    }
    // Sorted, because the order in which the tasks began does not matter.
    hasher.combine(tasks.sorted { ($0.first, $0.second) < ($1.first, $1.second) })
    return hasher.fingerprint
  }

  /// Cancels the effects and runs them to their end.
  func end() {
    store = nil
    driver.release()
    _ = issues.take()
  }
}
