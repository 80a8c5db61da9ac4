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
    core.scopedChild(state, action)
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
  /// Each call makes a new store, and `state` runs for each reading; key paths are cheaper where they serve. Children that come
  /// and go, and lists, can't be scoped from it: that is reported as an issue.
  ///
  /// - Parameters:
  ///   - state: Makes the screen's state from this store's.
  ///   - action: Makes this store's action from what a user of the screen can do.
  ///   - fileID: The place of this call, for issues.
  ///   - filePath: The place of this call, for issues.
  ///   - line: The place of this call, for issues.
  ///   - column: The place of this call, for issues.
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

extension Store where State: ObservableState {
  /// The store of a child feature that may not be there: an optional, the payload of an enum's case, an element.
  ///
  /// ```swift
  /// if let editor = store.scope(\.editor, action: \.editor) { … }
  /// ```
  ///
  /// Asking tracks whether the child is there. When its state is removed, a store that is still held becomes
  /// invalid: it shows the last state, and what it sends reaches the parent's reducer, which reports that the child
  /// is gone. A child that comes to the same place later has a store of its own, while a child that replaces another
  /// one in the same action keeps the store.
  ///
  /// The last state is the one that was removed: by an assignment to an observed property that holds the child or its
  /// parent, from a list or a stack, or by a dismissal. A removal that the library can't see, by an assignment to a
  /// whole `inout` argument (`state = State()`), leaves the state for which the store was made.
  ///
  /// Below a store that functions made of another, an issue is reported: stores there are made anew each time.
  ///
  /// - Parameters:
  ///   - state: The child's state.
  ///   - action: The case that holds the child's actions.
  /// - Returns: The store, the same one as long as somebody holds it; `nil` while the child's state is.
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    optionalChild(state, action)
  }

  /// The store of a child feature that may not be there: the labelled twin.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    optionalChild(state, action)
  }

  // No default arguments for the place of the call above: with them the compiler prefers the store of the optional itself.

  private func optionalChild<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState?>,
    _ action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    typealias Core = OptionalCore<State, Action, ChildState, ChildAction>
    core.hub.preconditionIsolated()
    reportIfUncached()
    core.track()
    let id = ScopeID(state: state, action: action)
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
      if let child = known.core as? Core, !child.isOver { return known }
      core.endChild(id)
    }
    return Core(core, place, action: AnyCasePath(action)).map { child in
      core.child(id) { Store<ChildState, ChildAction>(core: child) }
    }
  }

  /// Reports that a child that may go is looked for below a store that functions made of another.
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
