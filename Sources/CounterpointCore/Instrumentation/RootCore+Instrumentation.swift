extension RootCore {
  /// Reduces an action and starts its effect, which is one unit for the supervisor.
  func reduce(_ action: Action, under supervisor: any StoreInstrument<State, Action>) {
    supervisor.willReduce(action)
    let effect = runReducer(action)
    machine.reduced()
    guard let operation = effect.operation else {
      return read { supervisor.didReduce(action, to: $0, unit: nil) }
    }
    let effects = supervisor.effects
    let number = reductions
    let origin = groupScope().origin
    let scope = EffectScope(parent: groupScope()) { _ in effects.ended(number) }
    // Read only on the store's actor. Retains the action instead of the unit, which may be released on any thread.
    nonisolated(unsafe) weak let watcher = supervisor
    let unit = EffectGroup(
      number: number,
      action: (unsafe watcher?.action(ofUnit: number)).map { caseName(of: $0) } ?? "an action",
      origin: origin,
      scope: scope
    )
    read { supervisor.didReduce(action, to: $0, unit: unit) }
    scope.enter()
    effects.began(unit)
    startPostponing {
      start(operation, EffectContext(scope: scope, reduction: number, origin: nil, unit: unit))
    }
    // Nothing follows a unit, because it is no stage of a concatenation.
    _ = scope.leave()
  }

  /// Starts the registered tasks when the supervisor allows it.
  func begin(_ effects: [RunningEffect], under supervisor: any EffectScheduler) {
    supervisor.doLater(from: effects.first?.group.origin) {
      let followUps = RunningEffect.begin(effects)
      guard !followUps.isEmpty else { return }
      _ = Task(executorPreference: supervisor.executor) { for followUp in followUps { await followUp() } }
    }
  }
}
