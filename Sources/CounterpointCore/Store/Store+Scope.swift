public import CaseKeyPaths

extension Store {
  /// The store of a child feature: a view on this one.
  ///
  /// It has no state of its own: reading goes down the path to the root's state, sending embeds the action and goes to
  /// the root. The same paths give the same store as long as somebody holds it.
  ///
  /// - Parameters:
  ///   - state: The child's state.
  ///   - action: The case that holds the child's actions.
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState>,
    action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    core.child(ScopeID(state: state, action: action)) {
      Store<ChildState, ChildAction>(core: ScopedCore(core, state: state, action: AnyCasePath(action)))
    }
  }

  /// The store of a child feature: the labelled twin of ``scope(_:action:)``.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState>,
    action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    scope(state, action: action)
  }

  /// A store in the domain of one screen, by functions.
  ///
  /// Each call makes a new store, and `state` runs for each reading; key paths are cheaper where they serve.
  ///
  /// - Parameters:
  ///   - state: Makes the screen's state from this store's.
  ///   - action: Makes this store's action from what a user of the screen can do.
  public func scope<LocalState, LocalAction>(
    state: @escaping (State) -> LocalState,
    action: @escaping (LocalAction) -> Action
  ) -> Store<LocalState, LocalAction> {
    Store<LocalState, LocalAction>(core: MappedCore(core, state: state, action: action))
  }
}
