import DependencyInjection

// The delivery of effects' actions.

extension RootCore: EffectReceiver {
  func receive(_ action: Action, from effect: RunningEffect) {
    if effect.hasReturned { effect.reportEscapedSend(of: action) }
    // The overrides of the effect do not apply to the observers.
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

  /// Handles an action that an effect sends synchronously.
  func emit(_ action: Action, _ context: EffectContext) {
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

  /// Handles an action of an effect, unless a throttle holds it back. Then a waiting task is started.
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
        // A clock that throws must not hold back the action forever.
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
    // A task would be canceled when it starts, but an action would be sent.
    guard !rest.scope.isCancelled else { return rest.abandon() }
    let outerScope = scope
    scope = rest.group
    defer { scope = outerScope }
    hub.isBusy = true
    machine.resume()
    dependencies.run {
      startPostponing { startStages(rest.stages, rest.context) }
      drive()
    }
  }
}
