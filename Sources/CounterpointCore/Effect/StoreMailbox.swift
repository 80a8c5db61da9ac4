/// The way home from an effect: to the store that started it, on the store's actor, as long as both are there.
///
/// Effects must not keep their store alive, nor the actor that owns it.
final class StoreMailbox<Action>: Sendable {
  private weak let actor: (any Actor)?
  // Safe because it is read on the actor only.
  nonisolated(unsafe) private weak let host: (any EffectReceiver<Action>)?
  /// The supervisor that delivers effects' actions, in a test store.
  let supervisor: (any EffectScheduler)?

  init(actor: (any Actor)?, host: any EffectReceiver<Action>, supervisor: (any EffectScheduler)?) {
    self.actor = actor
    self.supervisor = supervisor
    unsafe self.host = host
  }

  /// Delivers an action of an effect to the store. Does nothing if the effect was canceled or the store released.
  nonisolated(nonsending) func deliver(_ action: sending Action, from effect: RunningEffect) async {
    if let supervisor {
      // Safe because the action is handed over: the effect waits, and has given up its own.
      nonisolated(unsafe) let action = action
      return await supervisor.comeHome(from: effect.group.origin, droppedIfCancelled: true) {
        CurrentEffect.$current.withValue(nil) { unsafe self.host?.receive(action, from: effect) }
      }
    }
    guard let actor else { return }
    await deliver(action, from: effect, on: actor)
  }

  private func deliver(_ action: sending Action, from effect: RunningEffect, on actor: isolated any Actor) {
    guard !Task.isCancelled else { return }
    // The reducer and the observers are not part of the effect.
    CurrentEffect.$current.withValue(nil) { unsafe host?.receive(action, from: effect) }
  }

  /// Dismisses the child that an effect belongs to. Does nothing if the effect was canceled, as it is after the
  /// child's removal, or if the store was released.
  func dismiss(_ dismissal: HeldDismissal<Action>, from effect: RunningEffect) async {
    if let supervisor {
      return await supervisor.comeHome(from: effect.group.origin, droppedIfCancelled: true) {
        self.dismissAtHome(dismissal, from: effect)
      }
    }
    guard let actor else { return }
    await dismiss(dismissal, from: effect, on: actor)
  }

  private func dismiss(
    _ dismissal: HeldDismissal<Action>,
    from effect: RunningEffect,
    on actor: isolated any Actor
  ) {
    // Not only the effect's task: the caller may be a task that the effect created.
    guard !Task.isCancelled else { return }
    dismissAtHome(dismissal, from: effect)
  }

  private func dismissAtHome(_ dismissal: HeldDismissal<Action>, from effect: RunningEffect) {
    guard !effect.scope.isCancelled, case .action(let action) = dismissal.dismissal else { return }
    CurrentEffect.$current.withValue(nil) { unsafe host?.dismiss(action, from: effect) }
  }

  /// Sends the action that a throttle held back. Does nothing if the waiting effect was canceled or the store
  /// released.
  ///
  /// - Parameter origin: The `send` from which the waiting effect descends, for the supervisor.
  func endWindow(_ number: Int, _ throttle: Throttle, from origin: SendOrigin?) async {
    if let supervisor {
      return await supervisor.comeHome(from: origin, droppedIfCancelled: true) {
        self.endWindowAtHome(number, throttle)
      }
    }
    guard let actor else { return }
    await endWindow(number, throttle, on: actor)
  }

  private func endWindow(_ number: Int, _ throttle: Throttle, on actor: isolated any Actor) {
    guard !Task.isCancelled else { return }
    endWindowAtHome(number, throttle)
  }

  private func endWindowAtHome(_ number: Int, _ throttle: Throttle) {
    CurrentEffect.$current.withValue(nil) { unsafe host?.endWindow(number, throttle) }
  }

  /// Starts the remaining stages of a concatenation.
  func goOn(with rest: PendingStages<Action>) async {
    if let supervisor {
      await supervisor.comeHome(from: rest.group.origin, droppedIfCancelled: false) { self.goOnAtHome(with: rest) }
    } else if let actor {
      await goOn(with: rest, on: actor)
    } else {
      rest.abandon()
    }
    for followUp in rest.scope.leave() { await followUp() }
  }

  private func goOn(with rest: PendingStages<Action>, on actor: isolated any Actor) {
    goOnAtHome(with: rest)
  }

  private func goOnAtHome(with rest: PendingStages<Action>) {
    if let host = unsafe host {
      CurrentEffect.$current.withValue(nil) { host.goOn(with: rest) }
    } else {
      rest.abandon()
    }
  }
}

/// The receiver of effects' actions.
protocol EffectReceiver<Action>: AnyObject {
  associatedtype Action

  func receive(_ action: Action, from effect: RunningEffect)
  func dismiss(_ action: Action, from effect: RunningEffect)
  func goOn(with rest: PendingStages<Action>)
  func endWindow(_ number: Int, _ throttle: Throttle)
}

/// The context of one reduction's effects. An object, because copying all of it from step to step costs more than
/// starting the effect.
final class EffectContext {
  /// The scope they are in, if it isn't just that of their `send`.
  let scope: EffectScope?
  /// The child that they are effects of, `nil` for the root.
  let place: FeaturePath?
  /// The way to dismiss the child, or its nearest dismissible ancestor; `nil` if there is none.
  let dismissal: AnyDismissal?
  /// The reduction that returned them.
  let reduction: Int
  /// The name of the action that was reduced, where it is known.
  let origin: String?
  /// The throttles of the effects' actions, the innermost last.
  let throttles: [Throttle]
  /// The unit of the effects, for the store's supervisor.
  let unit: EffectGroup?

  init(
    scope: EffectScope? = nil,
    place: FeaturePath? = nil,
    dismissal: AnyDismissal? = nil,
    reduction: Int,
    origin: String?,
    throttles: [Throttle] = [],
    unit: EffectGroup? = nil
  ) {
    self.scope = scope
    self.place = place
    self.dismissal = dismissal
    self.reduction = reduction
    self.origin = origin
    self.throttles = throttles
    self.unit = unit
  }

  /// Whether what the effects are in was canceled. A unit is there to be watched, not to cancel what is sent.
  var isCancelled: Bool {
    guard let scope, scope !== unit?.scope else { return false }
    return scope.isCancelled
  }

  func within(_ scope: EffectScope) -> EffectContext {
    copy(scope: scope, place: place, dismissal: dismissal, throttles: throttles)
  }

  func throttled(by throttle: Throttle) -> EffectContext {
    copy(scope: scope, place: place, dismissal: dismissal, throttles: throttles + [throttle])
  }

  func within<Action>(_ placement: ChildEffectContext<Action>) -> EffectContext {
    let place = FeaturePath(placement.child, in: place)
    if case .ofParent = placement.dismissal {
      return copy(scope: scope, place: place, dismissal: dismissal, throttles: throttles)
    }
    return copy(scope: scope, place: place, dismissal: HeldDismissal(placement.dismissal), throttles: throttles)
  }

  private func copy(
    scope: EffectScope?,
    place: FeaturePath?,
    dismissal: AnyDismissal?,
    throttles: [Throttle]
  ) -> EffectContext {
    EffectContext(
      scope: scope,
      place: place,
      dismissal: dismissal,
      reduction: reduction,
      origin: origin,
      throttles: throttles,
      unit: unit
    )
  }
}

/// The stages of a concatenation that wait for the one in flight.
struct PendingStages<Action>: @unchecked Sendable {
  // @unchecked because its actions came from the store's actor and are looked at there only.
  let stages: ArraySlice<Effect<Action>.Operation>
  let context: EffectContext
  /// The scope of the `send` that they descend from.
  let group: EffectScope
  /// The scope in which they hold a place.
  let scope: EffectScope

  /// Gives up the places that the stages hold, because their store is gone.
  func abandon() {
    for stage in stages { stage.abandon() }
  }
}

extension Effect.Operation {
  /// Gives up the places that the effect holds, because it will not start.
  func abandon() {
    switch self {
    case .send, .sync, .run, .cancel, .vacated, .cancellable:
      break
    case .placed(_, let operation):
      operation.abandon()
    case .merge(let operations), .concatenate(let operations):
      for operation in operations { operation.abandon() }
    case .throttle(_, let operation):
      operation.abandon()
    case .reserved(let scope, _, let operation):
      operation.abandon()
      _ = scope.leave()
    }
  }
}
