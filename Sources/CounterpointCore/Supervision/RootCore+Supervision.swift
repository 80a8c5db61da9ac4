extension RootCore {
  /// Reduces an action and starts its effect, which is one unit to who watches.
  func reduce(_ action: Action, under supervisor: any StoreSupervisor<State, Action>) {
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
    // Asked where the store lives only. It keeps the action, and not the unit, which may end on any thread.
    nonisolated(unsafe) weak let watcher = supervisor
    let unit = EffectUnit(
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
    // Nothing follows up on a unit: it is no stage of a concatenation.
    _ = scope.leave()
  }

  /// Has the registered work begin once whoever supervises lets it.
  func begin(_ effects: [RunningEffect], under supervisor: any EffectSupervisor) {
    supervisor.doLater(from: effects.first?.group.origin) {
      let followUps = RunningEffect.begin(effects)
      guard !followUps.isEmpty else { return }
      _ = Task(executorPreference: supervisor.executor) { for followUp in followUps { await followUp() } }
    }
  }
}
