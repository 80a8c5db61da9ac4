// The start of effects and their registration for cancellation.

extension RootCore {
  typealias Operation = Effect<Action>.Operation

  /// Starts an effect. Synchronous actions are queued, and tasks are registered.
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
        // Canceled before its start, so it must not cancel other effects either.
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
      // Leaves the scope that the operation has entered.
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

  /// Registers cancellable operations under their ids before they start.
  private func reserve(_ operation: Operation, _ context: EffectContext) -> Operation {
    switch operation {
    case .send, .sync, .run, .cancel, .vacated, .reserved:
      return operation
    case .merge(let operations):
      return .merge(operations.map { reserve($0, context) })
    case .throttle(let throttle, let operation):
      return .throttle(throttle, reserve(operation, context))
    case .concatenate(let operations):
      // Only a concatenation that was scheduled before has stages of this kind.
      if case .reserved? = operations.first { return operation }
      // Each stage is a scope, created before its operations, so that a cancellable part is awaited as part of its
      // stage.
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

  /// Starts the stages of a concatenation until one is in flight; the rest follows when that has settled.
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
      // The rest has entered the outer scope, so that it is not settled between two stages.
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

  /// Starts the registered tasks after the current job of the store's actor.
  ///
  /// The task that starts them runs on the store's actor, so a task canceled in this job never begins. The tasks do
  /// not retain the actor: an actor that owns its store can be released while effects run, which cancels them.
  func beginRegistered() {
    guard !registered.isEmpty else { return }
    let effects = registered
    registered = []
    if let supervisor { return begin(effects, under: supervisor.effects) }
    guard let actor = hub.isolation else {
      // Sent during the actor's deinitialization: there is no later job, and no receiver.
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
