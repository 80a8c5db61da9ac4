public import CaseKeyPaths
@_spi(Internals) import CounterpointSupport

extension Store where Action: CasePathable {
  /// Returns the store of a child feature: a view of this store.
  ///
  /// ```swift
  /// let profile = store.scope(\.profile, action: \.profile)
  /// ```
  ///
  /// It has no state of its own: reads follow the path to the root's state, and actions are embedded and sent to the
  /// root. The same paths return the same store as long as it is held.
  ///
  /// - Parameters:
  ///   - state: The child's state.
  ///   - action: The case that holds the child's actions.
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState>,
    action: KeyPath<Action.AllCasePaths, AnyCasePath<Action, ChildAction>>
  ) -> Store<ChildState, ChildAction> {
    core.scopedChild(state, case: action) { Action.allCasePaths[keyPath: action] }
  }

  /// Returns the store of a child feature: the labeled variant of `scope(_:action:)`.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState>,
    action: KeyPath<Action.AllCasePaths, AnyCasePath<Action, ChildAction>>
  ) -> Store<ChildState, ChildAction> {
    scope(state, action: action)
  }
}

// The variants that take a case key path are for one that is stored, and for cases with optional payloads. They are
// disfavored, because a literal case key path costs more than all the rest, and so that an error names the missing
// case.

extension Store {
  /// Returns the store of a child feature: the variant for any case key path. It returns the same store.
  ///
  /// - Parameters:
  ///   - state: The child's state.
  ///   - action: The case that holds the child's actions.
  @_disfavoredOverload
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState>,
    action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    core.scopedChild(state, case: action.property() ?? action) { AnyCasePath(action) }
  }

  /// Returns the store of a child feature: the labeled variant for any case key path.
  @_disfavoredOverload
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState>,
    action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    scope(state, action: action)
  }

  /// Returns a store in the domain of one screen, by functions.
  ///
  /// Each call creates a new store, and each read calls `state`; key paths are cheaper where they suffice. Optional
  /// children and lists can't be scoped from it, which is reported as an issue.
  ///
  /// - Parameters:
  ///   - state: Computes the screen's state from this store's.
  ///   - action: Converts the screen's action into this store's.
  public func scope<LocalState, LocalAction>(
    state: @escaping (State) -> LocalState,
    action: @escaping (LocalAction) -> Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Store<LocalState, LocalAction> {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return Store<LocalState, LocalAction>(core: MappedCore(core, state: state, action: action, at: location))
  }
}

extension Store where State: ObservableState, Action: CasePathable {
  /// Returns the store of an optional child feature: an optional, the payload of an enum's case, an element.
  ///
  /// ```swift
  /// if let editor = store.scope(\.editor, action: \.editor) { … }
  /// ```
  ///
  /// The call tracks the presence of the child. When the child's state is removed, a store that is still held becomes
  /// invalid: it shows the last state, and its actions reach the parent's reducer, which reports that the child is
  /// absent. A later child at the same path has a store of its own, while a child that replaces another one in the
  /// same action keeps the store.
  ///
  /// The last state is the removed one, if it was removed by an assignment to an observed property that holds the
  /// child or its parent, from a list or a stack, or by a dismissal. If the library can't observe the removal, as
  /// with an assignment to a whole `inout` argument (`state = State()`), it is the state at the creation of the
  /// store.
  ///
  /// Below a store that was scoped by functions, an issue is reported, because stores there are created at each call.
  ///
  /// - Parameters:
  ///   - state: The child's state.
  ///   - action: The case that holds the child's actions.
  /// - Returns: The store, the same one as long as it is held; `nil` if the child is absent.
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState?>,
    action: KeyPath<Action.AllCasePaths, AnyCasePath<Action, ChildAction>>
  ) -> Store<ChildState, ChildAction>? {
    optionalChild(state, case: action) { Action.allCasePaths[keyPath: action] }
  }

  /// Returns the store of an optional child feature: the labeled variant.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>,
    action: KeyPath<Action.AllCasePaths, AnyCasePath<Action, ChildAction>>
  ) -> Store<ChildState, ChildAction>? {
    scope(state, action: action)
  }
}

extension Store where State: ObservableState {
  /// Returns the store of an optional child feature: the variant for any case key path. It returns the same store.
  ///
  /// - Parameters:
  ///   - state: The child's state.
  ///   - action: The case that holds the child's actions.
  /// - Returns: The store, the same one as long as it is held; `nil` if the child is absent.
  @_disfavoredOverload
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    optionalChild(state, case: action.property() ?? action) { AnyCasePath(action) }
  }

  /// Returns the store of an optional child feature: the labeled variant for any case key path.
  @_disfavoredOverload
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    scope(state, action: action)
  }

  // No default arguments for the location of the calls above, because with them the compiler prefers the store of the
  // optional itself.

  private func optionalChild<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState?>,
    case: AnyKeyPath,
    _ action: () -> AnyCasePath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    typealias Core = OptionalCore<State, Action, ChildState, ChildAction>
    core.hub.preconditionIsolated()
    reportIfUncached()
    core.track()
    let id = ScopeID(state: state, case: `case`)
    let place = OptionalPlace(state)
    let isThere = core.withState { root in
      place.track(in: root)
      return withoutTracking { place.read(in: root) { $0 != nil } }
    }
    guard isThere else {
      core.endChild(id)
      return nil
    }
    if let known: Store<ChildState, ChildAction> = core.knownChild(id) {
      if let child = known.core as? Core, !child.isRemoved { return known }
      core.endChild(id)
    }
    return Core(core, place, action: action()).map { child in
      core.child(id) { Store<ChildState, ChildAction>(core: child) }
    }
  }

  /// Reports that an optional child is scoped below a store that was scoped by functions.
  func reportIfUncached() {
    guard let location = core.mapped else { return }
    reportIssue(
      """
      A child that may come and go was scoped from an uncached store: '\(debugDescription)' is, or is below, the store that was \
      scoped by functions, 'scope(state: { … }, action: { … })', at \(location.fileID):\(location.line).

      Such a store is another one each time it is scoped, and so are all below it: a screen would lose its child's store each \
      time it is drawn, and observation does not work there. Scope the child by key paths all the way from the root, and use \
      functions, or a view store, for the last step.
      """,
      at: location
    )
  }
}

extension Store where State: CaseReducerState, State.StateReducer.Action == Action {
  /// The store of the current case's feature, or the data of the case.
  ///
  /// ```swift
  /// switch store.case {
  /// case .edit(let store): editScreen(store)
  /// case .alert(let alert): show(alert)
  /// }
  /// ```
  ///
  /// Reading it tracks the current case. Only on the store's actor.
  public var `case`: State.StateReducer.CaseScope {
    State.StateReducer.scope(self)
  }
}
