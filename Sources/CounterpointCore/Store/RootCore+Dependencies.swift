import DependencyInjection

extension RootCore {
  /// Creates the root of a tree with the dependencies that it keeps for life.
  ///
  /// - Parameters:
  ///   - state: Creates the initial state. Runs once, with the dependencies.
  ///   - reducer: Creates the reducer. Runs once, with the dependencies.
  ///   - prepare: Overrides some of the current dependencies.
  ///   - actor: The store's actor.
  convenience init<R: Reducer<State, Action>>(
    _ state: () -> State,
    _ reducer: () -> R,
    _ prepare: ((inout DependencyValues) -> Void)?,
    actor: any Actor
  ) {
    var dependencies = DependencyValues._current
    if let prepare { dependencies.update(prepare) }
    dependencies = dependencies.boundToTest
    let values = dependencies
    // The state is created in its final memory, because it may not fit on the stack.
    self.init(
      state: { values.run(state) },
      reducer: values.run(reducer),
      dependencies: values,
      actor: actor
    )
  }
}
