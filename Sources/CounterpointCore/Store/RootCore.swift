import CounterpointSupport
import CounterpointThreadLocals
import DependencyInjection

/// The root of a feature tree: it owns the state and runs the reducer, in the order given by its ``StoreMachine``.
///
/// Compiled once for all features. The path of an action therefore uses no metadata of composed generic types, which
/// the runtime would look up each time: no optional of an action, and no enum with one.
final class RootCore<State, Action>: StoreCore<State, Action> {
  private let reducer: CachedReducer<State, Action>
  /// The type of the reducer, for issues.
  private let reducerType: Any.Type
  /// The dependencies of each reduction. Only a test store changes them.
  private(set) var dependencies: DependencyValues
  /// Whether the dependencies were changed since the last reduction.
  private var hasOtherDependencies = false
  /// Never moves, so that scoped stores can keep addresses of its parts.
  private let state: Cell<State>
  private let tracker = IdentityTracker<State>.make()

  // Without checks of exclusive access, which cost as much as a small reduction. They could find nothing: the store
  // is used on one actor, and each access to these variables ends before any other call.

  @safe @exclusivity(unchecked) var machine = StoreMachine()

  /// The waiting actions, created with the first one.
  private lazy var queue = ActionQueue<Action>()

  /// The effects of the current `send`, created with the first one.
  @safe @exclusivity(unchecked) var scope: EffectScope?

  /// The number of reductions. It distinguishes the effects of one reduction from those of others.
  @safe @exclusivity(unchecked) private(set) var reductions = 0

  /// The time windows of throttled effects.
  var windows = ThrottleWindows<Action>()

  /// The registered tasks that begin after the current job.
  var registered: [RunningEffect] = [] {
    didSet { hasRegistered = !registered.isEmpty }
  }
  @safe @exclusivity(unchecked) private var hasRegistered = false

  private(set) lazy var home = StoreMailbox<Action>(actor: hub.isolation, host: self, supervisor: supervisor?.effects)

  /// The test store that observes this store, if there is one.
  let supervisor: (any StoreInstrument<State, Action>)?

  /// The `send` of a test store that is being handled.
  var origin: SendOrigin?

  init<R: Reducer<State, Action>>(
    state: () -> State,
    reducer: R,
    dependencies: DependencyValues,
    actor: (any Actor)?,
    supervisor: (any StoreInstrument<State, Action>)? = nil
  ) {
    self.state = Cell(state)
    self.reducer = CachedReducer(reducer)
    self.reducerType = R.self
    self.dependencies = dependencies
    self.supervisor = supervisor
    super.init(hub: StoreHub(actor: actor), address: self.state.address)
  }

  override func track() {
    hub.observersOfRoot.access(0)
  }

  override func watch(_ watch: inout RemovalSubscription, keep: @escaping (Address<State>) -> Void) {
    hub.observersOfRoot.watch(0)
    watch.add(StateLocation(value: hub.observersOfRoot.serial, field: 0)) { _ in }
  }

  override func send(_ action: Action, at location: SourceLocation) -> EffectScope? {
    handle(action, scope: nil, location: location)
  }

  override func settleAgain() {
    hub.hasOutdatedObservers = true
    guard !hub.isBusy else { return }
    hub.isBusy = true
    hub.isSettlingAgain = true
    machine.resume()
    // Observers run neither in the effect that changed the value nor with its dependencies.
    CurrentEffect.$current.withValue(nil) {
      dependencies.run { drive() }
    }
    hub.isSettlingAgain = false
  }

  /// Handles an action and all actions that it sends synchronously, or queues it if the store is busy.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - scope: The scope of the action's effects; `nil` creates one on demand.
  ///   - location: The location of a user's call, `nil` for an effect.
  /// - Returns: The scope of the effects, `nil` if there are none or the action waits.
  @discardableResult
  func handle(_ action: Action, scope: EffectScope?, location: SourceLocation?) -> EffectScope? {
    switch machine.send() {
    case .wait:
      queue.append(action)
      return nil
    case .waitAndReport:
      queue.append(action)
      if let location { reportSendFromReducer(action, at: location) }
      return nil
    case .reduce:
      let outerScope = self.scope
      self.scope = scope
      defer { self.scope = outerScope }
      hub.isBusy = true
      reduce(action)
      drive()
      // A scope without running tasks was needed only for synchronous actions.
      guard let started = self.scope, !started.isSettled else { return nil }
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
        if hasRegistered { beginRegistered() }
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
    reduce(queue.removeFirst())
  }

  private func reduce(_ action: Action) {
    reductions += 1
    if let supervisor { return reduce(action, under: supervisor) }
    let effect = runReducer(action)
    machine.reduced()
    if let operation = effect.operation { start(operation, of: action) }
  }

  /// A function of its own, so that an action without an effect does not look up the types needed to start one.
  @inline(never)
  private func start(_ operation: Operation, of action: Action) {
    // A synchronous action needs no effect context.
    if case .send(let next) = operation { return _ = handle(next, scope: scope, location: nil) }
    startInContext(operation, of: action)
  }

  @inline(never)
  private func startInContext(_ operation: Operation, of action: Action) {
    startPostponing { start(operation, EffectContext(reduction: reductions, origin: origin(of: action))) }
  }

  /// Starts effects. Observers of shared values that the effects change synchronously are notified when the store has
  /// settled.
  func startPostponing(_ start: () -> Void) {
    let outer = counterpoint_exchange_starting_effects(true)
    start()
    _ = counterpoint_exchange_starting_effects(outer)
  }

  func runReducer(_ action: Action) -> Effect<Action> {
    if hasOtherDependencies {
      hasOtherDependencies = false
      reducer.discardBody()
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
    tracker.track(
      &state.value,
      isObserved: true,
      edit: { reducer.reduce(into: &$0, action: action) },
      replaced: { _ in hub.observersOfRoot.note(0) }
    )
  }

  /// Sets the dependencies of later reductions. The reducer's body is evaluated again, because it may have read the
  /// old ones.
  func use(_ dependencies: DependencyValues) {
    self.dependencies = dependencies
    hasOtherDependencies = true
  }

  /// Returns the name of an action for issues about its effects.
  ///
  /// The name instead of the action, which would otherwise live as long as the effect, and be released off the
  /// store's actor. Debug builds only, because it costs about as much as a reduction.
  private func origin(of action: Action) -> String? {
    #if DEBUG
    caseName(of: action)
    #else
    nil
    #endif
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
