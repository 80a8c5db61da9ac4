import DependencyInjection

/// The lifecycle of a store's features: compares the state after each action with the mounted features.
///
/// Used on the store's actor.
final class StoreLifecycle<State, Action> {
  /// The mounted features.
  let tree = MountedTree()
  private let describe: () -> _FeatureLifecycle<State, Action>
  private var description: _FeatureLifecycle<State, Action>?

  private init(describe: @escaping () -> _FeatureLifecycle<State, Action>) {
    self.describe = describe
  }

  /// Returns the lifecycle of a store; `nil` if there is no hook in its features. Reports an issue for each reducer
  /// that hides the hooks of another one.
  ///
  /// Not a failable initializer, which would allocate for every store.
  static func of<R: Reducer<State, Action>>(_ reducer: R, with dependencies: DependencyValues) -> StoreLifecycle? {
    let findings = _LifecycleSearch.findings(in: R.self)
    if findings.hasOpaqueReducer { dependencies.run { HiddenHooks.report(in: reducer) } }
    guard findings.hasHook else { return nil }
    return StoreLifecycle { _FeatureLifecycle(of: reducer) }
  }

  /// Discards what the reducers have described, because their bodies are evaluated again.
  func discardDescription() {
    description = nil
  }

  /// Mounts and dismounts what an action has changed. Runs in the reduction.
  ///
  /// - Parameters:
  ///   - state: The state after the action.
  ///   - effect: The effect of the action.
  /// - Returns: The effect of the action, with those of the dismounts and then of the mounts.
  func update(_ state: Address<State>, after effect: Effect<Action> = .none) -> Effect<Action> {
    tree.noteReplacements(by: effect)
    let effects = update(state)
    guard !effects.isEmpty else { return effect }
    let dismounts = Effect.merge(effects.dismounts)
    let mounts = Effect.merge(effects.mounts)
    guard let first = dismounts.operation, let second = mounts.operation else {
      return .merge(effect, dismounts, mounts)
    }
    return effect.merge(with: Effect(.replacement(dismounts: first, mounts: second)))
  }

  /// Mounts the features of a state that has replaced the current one without an action, and dismounts the others. No
  /// hook is called.
  func adopt(_ state: Address<State>) {
    tree.runsHooks = false
    _ = update(state)
    tree.runsHooks = true
  }

  private func update(_ state: Address<State>) -> LifecycleEffects<Action> {
    let current = description ?? describe()
    description = current
    tree.beginUpdate()
    var effects = LifecycleEffects<Action>()
    current.update(tree.root, state, in: tree, &effects)
    return effects
  }
}

/// The reducer of a store whose features have a lifecycle. It runs the store's own reducer, then updates the lifecycle.
///
/// It has a body, so that the store can discard its own reducer's cached body with it.
struct MountingReducer<Base: Reducer>: Reducer {
  let base: Base
  let lifecycle: StoreLifecycle<Base.State, Base.Action>

  var body: some Reducer<Base.State, Base.Action> {
    Reduction(base: InnerReducer(base), lifecycle: lifecycle)
  }

  private struct Reduction: Reducer {
    let base: InnerReducer<Base>
    let lifecycle: StoreLifecycle<Base.State, Base.Action>

    func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
      let effect = base.reduce(into: &state, action: action)
      return withAddress(of: &state) { lifecycle.update($0.reading, after: effect) }
    }
  }
}
