// How effects are started, and entered under what cancels them.

extension RootCore {
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
  func startStages(_ stages: ArraySlice<Operation>, _ context: EffectContext) {
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
  func beginRegistered() {
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
}
