import CounterpointThreadLocals
import DependencyInjection

/// The root of a feature tree: it owns the state and runs the reducer, in the order that its ``StoreMachine`` says.
///
/// It is compiled once for all features. What is on the way of each action therefore asks for no metadata of generic types, which
/// the runtime would look up each time: no optional of an action there, and no enum that holds one.
final class RootCore<State, Action>: StoreCore<State, Action> {
  private let reducer: KeptReducer<State, Action>
  /// The type of the reducer, for issues.
  private let reducerType: Any.Type
  /// What each reduction runs with. Only a test store changes it.
  private(set) var dependencies: DependencyValues
  /// Whether they have been changed since the last reduction.
  private var hasOtherDependencies = false
  /// Never moves, so that stores of parts of it know where those are.
  private let state: Cell<State>
  private let tracker = IdentityTracker<State>.make()

  // Without checks of exclusive access, which cost as much as a small reduction. There is nothing for them to find: the store is
  // used on one actor, and each access to one of these ends before anything else is called.

  @safe @exclusivity(unchecked) var machine = StoreMachine()

  /// The actions that wait, once one has had to.
  private lazy var queue = ActionQueue<Action>()

  /// The effects of the `send` that is being handled, once there are some.
  @safe @exclusivity(unchecked) var scope: EffectScope?

  /// How many actions have been reduced. Tells the effects of one reduction from those of others.
  @safe @exclusivity(unchecked) private(set) var reductions = 0

  /// What holds back actions of throttled effects.
  var windows = ThrottleWindows<Action>()

  /// Work that is in the table and begins after the current turn.
  var registered: [RunningEffect] = [] {
    didSet { hasRegistered = !registered.isEmpty }
  }
  @safe @exclusivity(unchecked) private var hasRegistered = false

  private(set) lazy var home = StoreHome<Action>(actor: hub.isolation, host: self, supervisor: supervisor?.effects)

  /// Who sees what the store does, if it is that of a test store.
  let supervisor: (any StoreSupervisor<State, Action>)?

  /// The `send` of a test store that is being handled.
  var origin: SendOrigin?

  init<R: Reducer<State, Action>>(
    state: () -> State,
    reducer: R,
    dependencies: DependencyValues,
    actor: (any Actor)?,
    supervisor: (any StoreSupervisor<State, Action>)? = nil
  ) {
    self.state = Cell(state)
    self.reducer = KeptReducer(reducer)
    self.reducerType = R.self
    self.dependencies = dependencies
    self.supervisor = supervisor
    super.init(hub: StoreHub(actor: actor), address: self.state.address)
  }

  override func track() {
    hub.observersOfRoot.access(0)
  }

  override func watch(_ watch: inout PlaceWatch, keep: @escaping (Address<State>) -> Void) {
    hub.observersOfRoot.watch(0)
    watch.add(StatePlace(value: hub.observersOfRoot.serial, field: 0)) { _ in }
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
    // Nothing of what has changed the value is for the observers: neither an effect nor its dependencies.
    CurrentEffect.$current.withValue(nil) {
      dependencies.run { drive() }
    }
    hub.isSettlingAgain = false
  }

  /// Handles an action to its end, with all that it sends synchronously, or has it wait if the store is busy.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - scope: What the action's effects belong to; `nil` makes a new scope when there are some.
  ///   - location: Where a user sent it, `nil` if an effect did.
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
      // A scope may have been needed for actions that were sent at once; without work it is an empty task.
      guard let started = self.scope, !started.isSettled else { return nil }
      return started
    }
  }

  /// Does what the machine says until it rests.
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

  /// Reduces the action that has waited longest.
  ///
  /// A function of its own, because the action is destroyed before the machine goes on: what its destruction sends is an ordinary
  /// send that waits, not one from inside the next reduction.
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

  /// A function of its own, so that an action without an effect does not look up what starting one takes.
  @inline(never)
  private func start(_ operation: Operation, of action: Action) {
    // What is sent at once needs nothing to be known of where it comes from.
    if case .send(let next) = operation { return _ = handle(next, scope: scope, location: nil) }
    startInContext(operation, of: action)
  }

  @inline(never)
  private func startInContext(_ operation: Operation, of action: Action) {
    startPostponing { start(operation, EffectContext(reduction: reductions, origin: origin(of: action))) }
  }

  /// Starts effects: the observers of shared values that they change at once are notified when the store has settled.
  func startPostponing(_ start: () -> Void) {
    let outer = counterpoint_exchange_starting_effects(true)
    start()
    _ = counterpoint_exchange_starting_effects(outer)
  }

  func runReducer(_ action: Action) -> Effect<Action> {
    if hasOtherDependencies {
      hasOtherDependencies = false
      reducer.forgetBody()
    }
    hub.runningReducer = reducerType
    let outer = hub.beginReduction()
    defer {
      hub.endReduction(outer)
      hub.runningReducer = nil
    }
    // Binding costs more than a small reduction, and a store without overrides of its own mostly needs none.
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

  /// Sets what each reduction runs with from now on. The body of the reducer is evaluated anew: it may have read what has changed.
  func use(_ dependencies: DependencyValues) {
    self.dependencies = dependencies
    hasOtherDependencies = true
  }

  /// What to call an action when one of its effects has to be reported.
  ///
  /// Its name and not the action: that would live as long as the effect, and end off the store's actor. Debug builds only,
  /// because finding it costs about as much as a reduction.
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
