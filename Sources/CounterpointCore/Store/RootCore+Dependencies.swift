import DependencyInjection

extension RootCore {
  /// Makes the root of a tree with the dependencies that it keeps for life.
  ///
  /// - Parameters:
  ///   - state: Makes the state to begin with. Runs once, with the dependencies.
  ///   - reducer: Makes the reducer. Runs once, with the dependencies.
  ///   - prepare: Overrides some of the dependencies that are current.
  ///   - actor: The store's actor.
  convenience init<R: Reducer<State, Action>>(
    _ state: () -> State,
    _ reducer: () -> R,
    _ prepare: ((inout DependencyValues) -> Void)?,
    actor: any Actor
  ) {
    var dependencies = DependencyValues._current
    if let prepare { dependencies.update(prepare) }
    dependencies = dependencies.kept
    let values = dependencies
    // The state is made where it will stay: there may be more of it than fits on the stack.
    self.init(
      state: { values.run(state) },
      reducer: values.run(reducer),
      dependencies: values,
      actor: actor
    )
  }
}
