@_spi(Internals) import CounterpointSupport
import CounterpointThreadLocals
import DependencyInjection
import DequeModule

/// The root of a feature tree: it owns the state and runs the reducer, in the order given by its ``StoreMachine``.
///
/// Compiled once for all features. The path of an action therefore uses no metadata of composed generic types, which
/// the runtime would look up each time: no optional of an action, and no enum with one.
final class RootCore<State, Action>: StoreCore<State, Action> {
  private let reducer: CachedReducer<State, Action>
  /// The type of the reducer, for issues.
  let reducerType: Any.Type
  /// The lifecycle of the features; `nil` if none has hooks.
  let lifecycle: StoreLifecycle<State, Action>?
  /// The dependencies of each reduction. Only a test store changes them.
  private(set) var dependencies: DependencyValues
  /// Whether the dependencies were changed since the last reduction.
  private var hasOtherDependencies = false
  /// Never moves, so that scoped stores can keep addresses of its parts.
  let state: Cell<State>
  private let tracker = IdentityTracker<State>.make()

  // Without checks of exclusive access, which cost as much as a small reduction. They could find nothing: the store
  // is used on one actor, and each access to these variables ends before any other call.

  @safe @exclusivity(unchecked) var machine = StoreMachine()

  /// The waiting actions, created with the first one.
  private lazy var queue = ActionQueue<Action>()

  /// The causes of the waiting actions; only in an instrumented store.
  private var causes = Deque<ActionCause>()

  /// The cause of the action that an effect is about to send; only in an instrumented store.
  private var causeOfNext: ActionCause?

  /// The scope of the current `send`, created with its first effect.
  @safe @exclusivity(unchecked) var currentScope: EffectScope?

  /// The number of reductions. It distinguishes the effects of one reduction from those of others.
  @safe @exclusivity(unchecked) private(set) var reductions = 0

  /// Runs the effects; created with the first one.
  @safe @exclusivity(unchecked) private var startedRunner: EffectRunner<Action>?

  /// The instruments of the reductions, and the scheduler of a test store; `nil` if there are none.
  @safe @exclusivity(unchecked) private(set) var instrumentation: StoreInstrumentation<State, Action>?

  /// The `send` of a test store that is being handled.
  var origin: SendOrigin?

  init<R: Reducer<State, Action>>(
    state: () -> State,
    reducer: R,
    dependencies: DependencyValues,
    actor: (any Actor)?,
    instrumentation: StoreInstrumentation<State, Action>? = nil
  ) {
    self.state = Cell(state)
    let lifecycle = StoreLifecycle.of(reducer, with: dependencies)
    self.lifecycle = lifecycle
    self.reducer =
      if let lifecycle {
        CachedReducer(MountingReducer(base: reducer, lifecycle: lifecycle))
      } else {
        CachedReducer(reducer)
      }
    self.reducerType = R.self
    self.dependencies = dependencies
    self.instrumentation = instrumentation
    super.init(hub: StoreHub(actor: actor), address: self.state.address)
    if let lifecycle { hub.use(lifecycle.tree) }
    if StoreInstrumentSourceToken.isAnyAlive { attachInstruments() }
  }

  deinit {
    if let instrumentation { withLiveState { instrumentation.willEnd(with: $0) } }
  }

  /// Creates the root of a tree with the dependencies that it keeps for life.
  ///
  /// - Parameters:
  ///   - state: Creates the initial state. Runs once, with the dependencies.
  ///   - reducer: Creates the reducer. Runs once, with the dependencies.
  ///   - prepare: Overrides some of the current dependencies.
  ///   - actor: The store's actor.
  convenience init<R: Reducer<State, Action>>(
    _ state: () -> State,
    _ reducer: () -> R,
    _ prepare: ((inout DependencyValues) -> Void)?,
    actor: any Actor
  ) {
    var dependencies = DependencyValues._current
    if let prepare { dependencies.update(prepare) }
    dependencies = dependencies.boundToTest
    let values = dependencies
    // The state is created in its final memory, because it may not fit on the stack.
    self.init(
      state: { values.run(state) },
      reducer: values.run(reducer),
      dependencies: values,
      actor: actor
    )
    mount()
  }

  override var isStored: Bool { true }

  override func trackPath() {
    hub.observersOfRoot.access(0)
  }

  override func watch(_ watch: inout RemovalSubscription, keep: @escaping (Address<State>) -> Void) {
    hub.observersOfRoot.watch(0)
    watch.add(locationOfRoot) { value in
      if let state = value as? State { withAddress(of: state, keep) }
    }
  }

  var locationOfRoot: StateLocation { StateLocation(value: hub.observersOfRoot.serial, field: 0) }

  override func send(_ action: Action, at location: SourceLocation) -> EffectScope? {
    handle(action, scope: nil, location: location)
  }

  override func settleAgain() {
    hub.hasOutdatedObservers = true
    if hub.lendings > 0 { hub.mustSettleAfterLending = true }
    guard !hub.isBusy, hub.lendings == 0 else { return }
    // A reader may have sent actions, which concern all observers.
    hub.isSettlingAgain = machine.waiting == 0
    settleWithoutAction()
    hub.isSettlingAgain = false
  }

  /// Handles the waiting actions, and notifies the observers of changes that no action has caused.
  func settleWithoutAction() {
    let outerScope = currentScope
    currentScope = nil
    defer { currentScope = outerScope }
    hub.isBusy = true
    machine.resume()
    // Observers run neither in the effect that changed the value nor with its dependencies.
    CurrentEffect.$current.withValue(nil) {
      dependencies.run { drive() }
    }
  }

  /// Sets the dependencies of later reductions. The reducer's body is evaluated again, because it may have read the
  /// old ones.
  func use(_ dependencies: DependencyValues) {
    self.dependencies = dependencies
    hasOtherDependencies = true
  }
}

// MARK: - Actions

extension RootCore {
  /// Handles an action and all actions that it sends synchronously, or queues it if the store is busy.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - scope: The scope of the action's effects; `nil` creates one on demand.
  ///   - location: The location of a user's call, `nil` for an effect.
  /// - Returns: The scope of the effects, `nil` if there are none or the action waits.
  @discardableResult
  private func handle(_ action: Action, scope: EffectScope?, location: SourceLocation?) -> EffectScope? {
    switch machine.send(isLent: hub.lendings > 0) {
    case .waitForReader:
      queue.append(action)
      if instrumentation != nil { noteCause(at: location) }
      hub.mustSettleAfterLending = true
      if let location { reportSendFromReader(action, at: location) }
      return nil
    case .wait:
      queue.append(action)
      if instrumentation != nil { noteCause(at: location) }
      return nil
    case .waitAndReport:
      queue.append(action)
      if instrumentation != nil { noteCause(at: location) }
      if let location { reportSendFromReducer(action, at: location) }
      return nil
    case .reduce:
      let outerScope = currentScope
      currentScope = scope
      defer { currentScope = outerScope }
      hub.isBusy = true
      if instrumentation == nil { reduce(action) } else { reduceInstrumented(action, at: location) }
      drive()
      // A scope without running tasks was needed only for synchronous actions.
      guard let started = currentScope, !started.isSettled else { return nil }
      return started
    }
  }

  /// Performs the machine's steps until it is idle.
  func drive() {
    while true {
      switch machine.next() {
      case .reduce:
        reduceFirst()
      case .tell:
        hub.tell()
      case .rest:
        hub.isBusy = false
        if let startedRunner, startedRunner.hasScheduled { startedRunner.beginScheduled() }
        return
      }
    }
  }

  /// Reduces the first waiting action.
  ///
  /// A function of its own, so that the action is released before the machine's next step. An action sent by its
  /// deinitialization then waits like any other.
  @inline(never)
  private func reduceFirst() {
    let action = queue.removeFirst()
    if instrumentation == nil { reduce(action) } else { reduceWaiting(action) }
  }

  private func reduce(_ action: Action) {
    reductions += 1
    let effect = runReducer(action)
    machine.reduced()
    if let operation = effect.operation { start(operation, of: action) }
  }

  /// Starts an effect. A function of its own, so that an action without an effect does not look up the types needed to
  /// start one.
  @inline(never)
  private func start(_ operation: Effect<Action>.Operation, of action: Action) {
    // A synchronous action needs no effect context.
    if case .send(let next) = operation { return _ = handle(next, scope: currentScope, location: nil) }
    startInContext(operation, of: action)
  }

  // A function of its own for the same reason: a chain of synchronous actions does not look up the types of tasks.
  @inline(never)
  private func startInContext(_ operation: Effect<Action>.Operation, of action: Action) {
    startPostponing { runner.start(operation, EffectContext(reduction: reductions, actionName: name(of: action))) }
  }

  /// Starts effects. Observers of shared values that the effects change synchronously are notified when the store has
  /// settled.
  func startPostponing(_ start: () -> Void) {
    let outer = counterpoint_exchange_starting_effects(true)
    start()
    _ = counterpoint_exchange_starting_effects(outer)
  }

  private func runReducer(_ action: Action) -> Effect<Action> {
    if hasOtherDependencies {
      hasOtherDependencies = false
      reducer.discardBody()
      lifecycle?.discardDescription()
    }
    hub.runningReducer = reducerType
    let outer = hub.beginReduction()
    defer {
      hub.endReduction(outer)
      hub.runningReducer = nil
    }
    // Binding the task local costs more than a small reduction, and most stores have no overrides.
    if dependencies.areCurrent { return reduceInPlace(action) }
    return dependencies.run { reduceInPlace(action) }
  }

  private func reduceInPlace(_ action: Action) -> Effect<Action> {
    guard let tracker else { return reducer.reduce(into: &state.value, action: action) }
    if hub.observersOfRoot.isObserved(0) { return reduceObserved(action, with: tracker) }
    tracker.willModify(state.mutableAddress)
    return reducer.reduce(into: &state.value, action: action)
  }

  private func reduceObserved(_ action: Action, with tracker: IdentityTracker<State>) -> Effect<Action> {
    tracker.edit(state.mutableAddress) {
      reducer.reduce(into: &$0, action: action)
    } replaced: {
      hub.observersOfRoot.note(0)
    }
  }

  /// Returns the name of an action for issues about its effects.
  ///
  /// The name instead of the action, which would otherwise live as long as the effect, and be released off the
  /// store's actor. Debug builds only, because it costs about as much as a reduction.
  private func name(of action: Action) -> String? {
    #if DEBUG
    caseName(of: action)
    #else
    nil
    #endif
  }

  private func reportSendFromReader(_ action: Action, at location: SourceLocation) {
    reportIssue(
      """
      An action was sent to a store of '\(reducerType)' from inside 'withState', while its state was being read:

      \(indentedDump(of: action))

      It is handled when 'withState' returns. Return what you need from 'withState', and send afterwards.
      """,
      at: location
    )
  }

  private func reportSendFromReducer(_ action: Action, at location: SourceLocation) {
    reportIssue(
      """
      An action was sent to a store of '\(reducerType)' from inside its reducer, while that was handling another action:

      \(indentedDump(of: action))

      It waits and is handled next. A reducer must not send: return '.send(…)' or '.run { send in … }' instead.
      """,
      at: location
    )
  }
}

// MARK: - Effects

extension RootCore: EffectReceiver {
  var isolation: (any Actor)? { hub.isolation }

  var effectInstruments: [any EffectInstrument]? { hub.effectInstruments }

  var runner: EffectRunner<Action> {
    if let startedRunner { return startedRunner }
    let new = EffectRunner<Action>(
      self,
      cancellations: hub.cancellations,
      scheduler: instrumentation?.scheduler
    )
    startedRunner = new
    return new
  }

  var sendScope: EffectScope {
    if let currentScope { return currentScope }
    let scope = EffectScope(parent: hub.effects, origin: origin)
    currentScope = scope
    return scope
  }

  func withDependencies(_ body: () -> Void) {
    dependencies.run(body)
  }

  func handle(_ action: Action, in scope: EffectScope?, cause: @autoclosure () -> ActionCause) {
    if instrumentation != nil { causeOfNext = cause() }
    handle(action, scope: scope ?? currentScope, location: nil)
  }

  func cancelEffects() {
    hub.effects.cancel()
  }

  func resume(in scope: EffectScope, _ start: () -> Void) {
    let outerScope = currentScope
    currentScope = scope
    defer { currentScope = outerScope }
    // In a nested run loop of a reducer, an observer or a reader, the actions wait for the outer call.
    guard machine.phase == .idle, hub.lendings == 0 else {
      if hub.lendings > 0 { hub.mustSettleAfterLending = true }
      return dependencies.run { startPostponing(start) }
    }
    hub.isBusy = true
    machine.resume()
    dependencies.run {
      startPostponing(start)
      drive()
    }
  }
}

// MARK: - Instruments

extension RootCore {
  /// Adds the instruments of the dependencies' sources.
  @inline(never)
  private func attachInstruments() {
    // A copy, because accesses of the property in a closure would be checked on each reduction.
    let values = dependencies
    for source in values.storeInstrumentSources {
      let instrument = values.run {
        source.makeInstrument(for: reducerType, initialState: state.value, action: Action.self, dependencies: values)
      }
      if let instrument { attach(instrument) }
    }
  }

  /// Adds an instrument, which observes the reductions and effects from now on.
  func attach(_ instrument: any StoreInstrument<State, Action>) {
    // The causes of the actions that wait already are unknown.
    while causes.count < machine.waiting { causes.append(.reducer(of: reductions)) }
    instrumentation =
      instrumentation?.adding(instrument) ?? StoreInstrumentation(instruments: [instrument], scheduler: nil)
    if let effects = instrument.effects { hub.attach(effects) }
    instrument.attached(to: StoreControl(self))
  }

  /// Returns the cause of an action that is sent now.
  ///
  /// - Parameter location: The location of a user's call, `nil` for an effect.
  private func takeCause(at location: SourceLocation?) -> ActionCause {
    if let cause = causeOfNext {
      causeOfNext = nil
      return cause
    }
    guard let location else { return .reducer(of: reductions) }
    return machine.phase == .telling ? .observer(location) : .user(location)
  }

  // None of these functions is inlined, because a reduction without instruments then needs no stack frame for them.

  /// Keeps the cause of an action that waits.
  @inline(never)
  private func noteCause(at location: SourceLocation?) {
    causes.append(takeCause(at: location))
  }

  @inline(never)
  private func reduceInstrumented(_ action: Action, at location: SourceLocation?) {
    guard let instrumentation else { return }
    reduce(action, cause: takeCause(at: location), with: instrumentation)
  }

  /// Reduces the first waiting action.
  @inline(never)
  private func reduceWaiting(_ action: Action) {
    guard let instrumentation else { return }
    reduce(action, cause: causes.removeFirst(), with: instrumentation)
  }

  /// Reduces an action and starts its effect, whose tasks are one group for the instruments and the scheduler.
  @inline(never)
  private func reduce(
    _ action: Action,
    cause: ActionCause,
    with instrumentation: StoreInstrumentation<State, Action>
  ) {
    guard instrumentation.admits(action, cause: cause) else { return machine.reduced() }
    reductions += 1
    if instrumentation.liveState != nil { beginLiveReduction() }
    instrumentation.willReduce(action, number: reductions, cause: cause)
    let effect =
      if let log = instrumentation.dependencyReads {
        withDependencyReadLog(log) { runReducer(action) }
      } else {
        runReducer(action)
      }
    machine.reduced()
    guard let operation = effect.operation else {
      read { instrumentation.didReduce(action, to: $0, effectGroup: nil) }
      return endLiveReduction()
    }
    let scheduler = instrumentation.scheduler
    let number = reductions
    let scope = EffectGroupScope(parent: sendScope, number: number, scheduler: scheduler)
    // Read only on the store's actor. The instruments retain the action instead of the group, which may be released on
    // any thread.
    nonisolated(unsafe) weak let instruments = instrumentation
    let effectGroup = EffectGroup(
      number: number,
      action: (unsafe instruments?.action(ofEffectGroup: number)).map { caseName(of: $0) } ?? "an action",
      origin: sendScope.origin,
      scope: scope
    )
    read { instrumentation.didReduce(action, to: $0, effectGroup: effectGroup) }
    endLiveReduction()
    start(operation, effectGroup, actionName: scheduler == nil ? name(of: action) : nil, scheduler)
  }

  /// Starts the effect of a reduction, or of the creation of the store, as a group.
  func start(
    _ operation: Effect<Action>.Operation,
    _ effectGroup: EffectGroup,
    actionName: String?,
    _ scheduler: (any EffectScheduler)?
  ) {
    let scope = effectGroup.scope
    scope.enter()
    scheduler?.began(effectGroup)
    startPostponing {
      let context = EffectContext(
        scope: scope,
        reduction: effectGroup.number,
        actionName: actionName,
        effectGroup: effectGroup
      )
      runner.start(operation, context)
    }
    // There are no follow-ups, because a group is no stage of a concatenation.
    _ = scope.leave()
  }
}
