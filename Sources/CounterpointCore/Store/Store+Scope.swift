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

  /// The store of a child feature: the labelled twin of `scope(_:action:)`.
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

extension Store where State: ObservableState {
  /// The store of a child feature that may not be there: an optional, the payload of an enum's case, an element.
  ///
  /// ```swift
  /// if let editor = store.scope(\.editor, action: \.editor) { … }
  /// ```
  ///
  /// Asking tracks whether the child is there. When its state goes, a store that somebody still holds becomes invalid: it shows
  /// the last state, and what it sends reaches the parent's reducer, which reports that the child is gone. What is presented
  /// later in the same place has a store of its own, while a child that another one replaces without a `nil` in between leaves
  /// it its store.
  ///
  /// - Parameters:
  ///   - state: The child's state.
  ///   - action: The case that holds the child's actions.
  /// - Returns: The store, the same one as long as somebody holds it; `nil` while the child's state is.
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    core.hub.preconditionIsolated()
    core.track()
    let id = ScopeID(state: state, action: action)
    guard let current = unsafe core.withState({ unsafe $0.pointee[keyPath: state] }) else {
      core.endChild(id)
      return nil
    }
    return core.child(id) {
      Store<ChildState, ChildAction>(
        core: OptionalCore(core, state: state, action: AnyCasePath(action), current: current)
      )
    }
  }

  /// The store of a child feature that may not be there: the labelled twin.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    scope(state, action: action)
  }
}
