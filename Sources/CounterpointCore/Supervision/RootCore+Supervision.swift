extension RootCore {
  /// Reduces an action and starts its effect, which is one unit to who watches.
  func reduce(_ action: Action, under supervisor: any StoreSupervisor<State, Action>) {
    supervisor.willReduce(action)
    let effect = runReducer(action)
    machine.reduced()
    let name = caseName(of: action)
    guard let operation = effect.operation else {
      return read { supervisor.didReduce(action, to: $0, unit: nil) }
    }
    let effects = supervisor.effects
    let number = reductions
    let scope = EffectScope(parent: groupScope()) { _ in effects.ended(number) }
    let unit = EffectUnit(number: number, action: name, origin: groupScope().origin, scope: scope)
    read { supervisor.didReduce(action, to: $0, unit: unit) }
    scope.enter()
    effects.began(unit)
    start(operation, EffectContext(scope: scope, reduction: number, origin: name, unit: unit, unitScope: scope))
    // Nothing follows up on a unit: it is no stage of a concatenation.
    _ = scope.leave()
  }

  /// Has the registered work begin once whoever supervises lets it.
  func begin(_ effects: [RunningEffect<Action>], under supervisor: any EffectSupervisor) {
    supervisor.doLater(from: effects.first?.group.origin) {
      let followUps = RunningEffect.begin(effects)
      guard !followUps.isEmpty else { return }
      _ = Task(executorPreference: supervisor.executor) { for followUp in followUps { await followUp() } }
    }
  }
}
