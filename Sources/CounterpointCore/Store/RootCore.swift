import DependencyInjection

/// The root of a feature tree: it owns the state and runs the reducer, in the order that its ``StoreMachine`` says.
///
/// It is compiled once for all features. What is on the way of each action therefore asks for no metadata of generic types, which
/// the runtime would look up each time: no optional of an action there, and no enum that holds one.
@safe final class RootCore<State, Action>: StoreCore<State, Action> {
  private let reducer: KeptReducer<State, Action>
  /// The type of the reducer, for issues.
  private let reducerType: Any.Type
  /// What each reduction runs with. Only a test store changes it.
  private(set) var dependencies: DependencyValues
  /// Whether they have been changed since the last reduction.
  private var hasOtherDependencies = false
  /// Never moves, so that stores of parts of it know where those are.
  private let state: UnsafeMutablePointer<State>
  private let tracker = IdentityTracker<State>.make()

  // Without checks of exclusive access, which cost as much as a small reduction. There is nothing for them to find: the store is
  // used on one actor, and each access to one of these ends before anything else is called.

  @safe @exclusivity(unchecked) var machine = StoreMachine()

  /// The actions that wait, once one has had to.
  private lazy var queue = ActionQueue<Action>()

  /// The effects of the `send` that is being handled, once there are some.
  @safe @exclusivity(unchecked) private(set) var scope: EffectScope?

  /// How many actions have been reduced. Tells the effects of one reduction from those of others.
  @safe @exclusivity(unchecked) private(set) var reductions = 0

  /// What holds back actions of throttled effects.
  private var windows = ThrottleWindows<Action>()

  /// Work that is in the table and begins after the current turn.
  private var registered: [RunningEffect] = [] {
    didSet { hasRegistered = !registered.isEmpty }
  }
  @safe @exclusivity(unchecked) private var hasRegistered = false

  private lazy var home = StoreHome<Action>(actor: hub.isolation, host: self, supervisor: supervisor?.effects)

  /// Who sees what the store does, if it is that of a test store.
  private let supervisor: (any StoreSupervisor<State, Action>)?

  /// The `send` of a test store that is being handled.
  var origin: SendOrigin?

  init<R: Reducer<State, Action>>(
    state: () -> State,
    reducer: R,
    dependencies: DependencyValues,
    actor: (any Actor)?,
    supervisor: (any StoreSupervisor<State, Action>)? = nil
  ) {
    let pointer = UnsafeMutablePointer<State>.allocate(capacity: 1)
    unsafe pointer.initialize(to: state())
    unsafe self.state = pointer
    self.reducer = KeptReducer(reducer)
    self.reducerType = R.self
    self.dependencies = dependencies
    self.supervisor = supervisor
    unsafe super.init(hub: StoreHub(actor: actor), address: UnsafePointer(pointer))
  }

  deinit {
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  override func track() {
    hub.observersOfRoot.access(0)
  }

  override func watchReplacements() {
    hub.observersOfRoot.watch(0)
  }

  override var isReplaced: Bool { hub.changes.contains(hub.observersOfRoot, field: 0) }

  override func send(_ action: Action, at location: SourceLocation) -> EffectScope? {
    handle(action, scope: nil, location: location)
  }

  /// Handles an action to its end, with all that it sends synchronously, or has it wait if the store is busy.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - scope: What the action's effects belong to; `nil` makes a new scope when there are some.
  ///   - location: Where a user sent it, `nil` if an effect did.
  /// - Returns: The scope of the effects, `nil` if there are none or the action waits.
  @discardableResult
  private func handle(_ action: Action, scope: EffectScope?, location: SourceLocation?) -> EffectScope? {
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
  private func drive() {
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
    start(operation, EffectContext(reduction: reductions, origin: origin(of: action)))
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
    guard let tracker else { return unsafe reducer.reduce(into: &state.pointee, action: action) }
    if hub.observersOfRoot.isObserved(0) { return reduceObserved(action, with: tracker) }
    unsafe tracker.willModify(state)
    return unsafe reducer.reduce(into: &state.pointee, action: action)
  }

  private func reduceObserved(_ action: Action, with tracker: IdentityTracker<State>) -> Effect<Action> {
    unsafe tracker.track(
      &state.pointee,
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

// MARK: - Effects

extension RootCore: EffectHost {
  typealias Operation = Effect<Action>.Operation

  /// Starts an effect: what it sends at once goes into the queue, its work into the table.
  func start(_ operation: Operation, _ context: EffectContext) {
    switch operation {
    case .send(let action):
      guard !context.isCancelled else { return }
      emit(action, context)
    case .sync(let work):
      guard !context.isCancelled else { return }
      emit(work(), context)
    case .run(let work):
      let effect = RunningEffect(
        work,
        scope: context.scope ?? groupScope(),
        group: groupScope(),
        context: context,
        registry: hub.cancellations,
        home: home
      )
      effect.scope.insert(effect)
      registered.append(effect)
    case .merge(let operations):
      for operation in operations { start(operation, context) }
    case .concatenate:
      guard case .concatenate(let stages) = reserve(operation, context) else { return }
      startStages(stages[...], context)
    case .cancellable:
      start(reserve(operation, context), context)
    case .reserved(let scope, let idInFlight, let operation):
      guard !scope.isCancelled else {
        // Cancelled before its turn: it must not cancel others either.
        operation.abandon()
        _ = scope.leave()
        return
      }
      scope.begin()
      if let idInFlight {
        hub.cancellations.cancel(id: idInFlight, in: context.place) { holder in
          scope.isWithin(holder.scope) || (holder.reduction == context.reduction && !holder.scope.hasBegun)
        }
      }
      start(operation, context.within(scope))
      // What is due after this scope is due after something that holds a place of its own.
      _ = scope.leave()
    case .cancel(let id):
      hub.cancellations.cancel(id: id, in: context.place) { $0.reduction == context.reduction }
    case .placed(let placement, let inner):
      if placement.isPresent, inner.hasWork {
        start(reserve(operation, context), context)
      } else {
        start(inner, context.within(placement))
      }
    case .throttle(let throttle, let operation):
      start(operation, context.throttled(by: throttle.at(context.place)))
    case .vacated(let slot, let children):
      hub.cancellations.cancel(children, in: slot, of: context.place, sparing: context.reduction)
    }
  }

  /// Enters what can be cancelled under its ids, before its turn to start has come.
  private func reserve(_ operation: Operation, _ context: EffectContext) -> Operation {
    switch operation {
    case .send, .sync, .run, .cancel, .vacated, .reserved:
      return operation
    case .merge(let operations):
      return .merge(operations.map { reserve($0, context) })
    case .throttle(let throttle, let operation):
      return .throttle(throttle, reserve(operation, context))
    case .concatenate(let operations):
      // Only a concatenation that has been here before has stages of this kind.
      if case .reserved? = operations.first { return operation }
      // Each stage is a scope, made before what it holds: a cancellable part is waited for as part of its stage.
      return .concatenate(
        operations.map { operation in
          let scope = EffectScope(parent: context.scope ?? groupScope())
          scope.enter()
          return .reserved(scope: scope, cancelInFlight: nil, reserve(operation, context.within(scope)))
        }
      )
    case .cancellable(let id, let cancelInFlight, let operation):
      let place = context.place
      let scope = EffectScope(parent: context.scope ?? groupScope()) { [cancellations = hub.cancellations] in
        cancellations.unregister($0, id: id, place: place)
      }
      scope.enter()
      hub.cancellations.register(scope, id: id, place: place, reduction: context.reduction)
      return .reserved(
        scope: scope,
        cancelInFlight: cancelInFlight ? id : nil,
        reserve(operation, context.within(scope))
      )
    case .placed(let placement, let operation):
      let context = context.within(placement)
      guard placement.isPresent, operation.hasWork, let place = context.place else {
        return .placed(placement, reserve(operation, context))
      }
      let scope = EffectScope(parent: context.scope ?? groupScope()) { [cancellations = hub.cancellations] in
        cancellations.unregister($0, child: place)
      }
      scope.enter()
      hub.cancellations.register(scope, child: place, reduction: context.reduction)
      return .placed(
        placement,
        .reserved(scope: scope, cancelInFlight: nil, reserve(operation, context.within(scope)))
      )
    }
  }

  /// Starts the stages of a concatenation until one is left in flight; the rest follows when that has settled.
  private func startStages(_ stages: ArraySlice<Operation>, _ context: EffectContext) {
    var stages = stages
    while let stage = stages.popFirst() {
      guard case .reserved(let scope, _, let operation) = stage else {
        preconditionFailure("A stage of a concatenation was started without a place of its own.")
      }
      start(operation, context.within(scope))
      guard !stages.isEmpty else {
        _ = scope.leave()
        return
      }
      let outer = context.scope ?? groupScope()
      // The rest holds a place in the outer scope, so that this is not settled between two stages.
      outer.enter()
      let rest = PendingStages(stages: stages, context: context, group: groupScope(), scope: outer)
      let isInFlight = scope.leave(thenFollowUp: { [home] in await home.goOn(with: rest) })
      guard !isInFlight else { return }
      _ = outer.leave()
    }
  }

  func groupScope() -> EffectScope {
    if let scope { return scope }
    let scope = EffectScope(parent: hub.effects, origin: origin)
    self.scope = scope
    return scope
  }

  /// Has the registered work begin once the current turn of the store's actor is over.
  ///
  /// The task that begins it runs on the store's actor, so work that this turn still cancels never begins. The work
  /// itself does not hold on to the actor: an actor that owns its store can go while effects run, and takes them along.
  private func beginRegistered() {
    guard !registered.isEmpty else { return }
    let effects = registered
    registered = []
    if let supervisor { return begin(effects, under: supervisor.effects) }
    guard let actor = hub.isolation else {
      // Sent while the actor was going: there is no turn to wait for, and nowhere to come home to.
      hub.effects.cancel()
      _ = Task { for followUp in RunningEffect.begin(effects) { await followUp() } }
      return
    }
    actor.assumeIsolated { actor in
      _ = Task {
        _ = actor
        let followUps = RunningEffect.begin(effects)
        for followUp in followUps { await followUp() }
      }
    }
  }

  func receive(_ action: Action, from effect: RunningEffect) {
    if effect.hasReturned { effect.reportEscapedSend(of: action) }
    // What the effect overrides is not for the observers that are told.
    dependencies.run {
      guard !effect.throttles.isEmpty else {
        handle(action, scope: effect.group, location: nil)
        return
      }
      pass(
        ThrottledAction(
          action: action,
          throttles: effect.throttles,
          scope: effect.scope,
          group: effect.group,
          unit: effect.unit
        )
      )
      beginRegistered()
    }
  }

  func endWindow(_ number: Int, _ throttle: Throttle) {
    guard let passage = windows.release(number, throttle) else { return }
    dependencies.run {
      pass(passage.next)
      beginRegistered()
    }
  }

  /// Has an action handled that an effect sends at once.
  private func emit(_ action: Action, _ context: EffectContext) {
    guard !context.throttles.isEmpty else {
      handle(action, scope: scope, location: nil)
      return
    }
    pass(
      ThrottledAction(
        action: action,
        throttles: context.throttles,
        scope: context.scope ?? groupScope(),
        group: groupScope(),
        unit: context.unit
      )
    )
  }

  /// Handles an action of an effect, unless a throttle holds it back: then there is work to be begun that waits.
  private func pass(_ passage: ThrottledAction<Action>) {
    guard let throttle = passage.throttles.last else {
      handle(passage.action, scope: passage.group, location: nil)
      return
    }
    switch windows.admit(throttle) {
    case .passes:
      pass(passage.next)
    case .isDropped:
      break
    case .waits(let window, let number):
      let work = Work<Action>(priority: nil, name: nil, location: throttle.location) {
        [home, origin = passage.group.origin] _ in
        // A clock that can't sleep must not keep the action for good.
        try? await window.untilEnd()
        await home.endWindow(number, throttle, from: origin)
      }
      let waiter = RunningEffect(
        work,
        scope: passage.scope,
        group: passage.group,
        context: EffectContext(reduction: reductions, origin: nil, unit: passage.unit),
        registry: hub.cancellations,
        home: home
      )
      waiter.scope.insert(waiter)
      registered.append(waiter)
      windows.hold(ThrottleWindows.Held(number: number, passage: passage, waiter: waiter), throttle)?.cancel()
    }
  }

  func dismiss(_ action: Action, from effect: RunningEffect) {
    dependencies.run { _ = handle(action, scope: effect.group, location: nil) }
  }

  func goOn(with rest: PendingStages<Action>) {
    // Work would be cancelled as it starts, but an action would be sent.
    guard !rest.scope.isCancelled else { return rest.abandon() }
    let outerScope = scope
    scope = rest.group
    defer { scope = outerScope }
    hub.isBusy = true
    machine.resume()
    dependencies.run {
      startStages(rest.stages, rest.context)
      drive()
    }
  }
}
