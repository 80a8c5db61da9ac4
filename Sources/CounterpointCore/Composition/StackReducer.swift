public import CaseKeyPaths
@_spi(Internals) import CounterpointSupport

extension Reducer {
  /// Runs a child feature for each element of a navigation stack in this reducer's state.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .forEach(\.path, action: \.path) { Path() }
  /// ```
  ///
  /// For an element's action, the element's reducer runs first, then this reducer. For `.push`, the element is added
  /// before this reducer runs. For `.popFrom`, the element and all elements above it are removed after this reducer has
  /// run.
  ///
  /// When an element is removed, its effects and those of its descendants are canceled. If this reducer removes it,
  /// cancellation is immediate; if an outer reducer does, it happens with the next action. Effects that the element
  /// returns for the action that removes it are not canceled.
  ///
  /// An element and its descendants can remove the element with the dependency `\.dismiss`.
  ///
  /// Reported as issues: an action for an absent element, a pop from an absent id, a push of an id that is present,
  /// and, in a test, a push of an id greater than the next. This reducer still runs.
  ///
  /// - Parameters:
  ///   - state: The stack. A stored property, or a field of observable state.
  ///   - action: The case that holds the stack's actions.
  ///   - element: The reducer of an element.
  @warn_unqualified_access
  public func forEach<ElementState, ElementAction, Element: Reducer<ElementState, ElementAction>>(
    _ state: WritableKeyPath<State, StackState<ElementState>>,
    action: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    StackReducer(
      base: InnerReducer(self),
      child: InnerReducer(element()),
      path: StatePath.of(state),
      property: ChildProperty(state),
      toAction: AnyCasePath(action),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Runs one of several child features on each element of a navigation stack: the one in the current case of a
  /// `@Reducer` enum.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .forEach(\.path, action: \.path)
  /// ```
  ///
  /// Equivalent to `forEach` for stacks with the reducer of the enum.
  ///
  /// - Parameters:
  ///   - state: The stack. A stored property, or a field of observable state.
  ///   - action: The case that holds the stack's actions.
  @warn_unqualified_access
  public func forEach<ElementState: CaseReducerState, ElementAction>(
    _ state: WritableKeyPath<State, StackState<ElementState>>,
    action: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where ElementState.StateReducer.Action == ElementAction {
    StackReducer(
      base: InnerReducer(self),
      child: InnerReducer(ElementState.StateReducer.body),
      path: StatePath.of(state),
      property: ChildProperty(state),
      toAction: AnyCasePath(action),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}

/// A reducer with a stack of children. Created by `forEach`.
struct StackReducer<Base: Reducer, Child: Reducer>: Reducer {
  let base: InnerReducer<Base>
  let child: InnerReducer<Child>
  let path: StatePath<Base.State, StackState<Child.State>>
  let property: ChildProperty
  let toAction: AnyCasePath<Base.Action, StackAction<Child.State, Child.Action>>
  let location: SourceLocation

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let tracking = ReductionContext.tracking
    var childEffect: (id: StackElementID, effect: Effect<Child.Action>)?
    var popped: StackElementID?
    switch toAction.extract(from: action) {
    case .element(let id, let childAction):
      childEffect = reduceChild(id, into: &state, action: childAction, of: action).map { (id, $0) }
    case .popFrom(let id):
      if contains(id, in: &state) {
        popped = id
      } else {
        report("received a pop of an element that is not in the stack", id, &state, action)
      }
    case .push:
      push(onto: &state, action: action)
    case nil:
      break
    }

    let parentEffect = base.reduce(into: &state, action: action)
    // Does nothing if the parent has already removed the element.
    if let popped { path.edit(&state) { $0.pop(from: popped) } }

    var effect = parentEffect
    if let (id, childEffect) = childEffect, childEffect.operation != nil {
      let context = ChildEffectContext(
        ChildID(property: property, identity: ChildIdentity(id: id)),
        isPresent: contains(id, in: &state),
        dismissal: toAction.embed(.popFrom(id: id))
      )
      effect = childEffect.scoped(to: context) { [toAction] in toAction.embed(.element(id: id, action: $0)) }
        .merge(with: parentEffect)
    }
    guard let tracking else { return effect }
    // All removed elements, because an outer reducer may have removed some since the last action.
    let removed = tracking.children(in: property).filter { child in
      child.id(as: StackElementID.self).map { !contains($0, in: &state) } ?? true
    }
    return effect.merge(with: .cancel(removed, in: property))
  }

  private func reduceChild(
    _ id: StackElementID,
    into state: inout Base.State,
    action childAction: Child.Action,
    of action: Base.Action
  ) -> Effect<Child.Action>? {
    let childID = ReductionContext.tracking.map { _ in
      ChildID(property: property, identity: ChildIdentity(id: id))
    }
    let effect = path.edit(&state) { stack in
      stack.edit(id) { element in
        ReductionContext.within(childID, isDismissible: true) { child.reduce(into: &element, action: childAction) }
      }
    }
    if effect == nil {
      MissingChild(name: "forEach", location: location)
        .report("an action for an element that is missing", action: action, child: "element")
    }
    return effect
  }

  // Not inlined, because its stack frame has room for an element.
  @inline(never)
  private func push(onto state: inout Base.State, action: Base.Action) {
    guard case .push(let id, let element)? = toAction.extract(from: action) else { return }
    guard !contains(id, in: &state) else {
      return report("received a push of an element whose id is already in the stack", id, &state, action)
    }
    let expected = StackElementIDGenerator.current.use(id)
    if isTesting, id.generation > expected.generation {
      reportIssue(
        """
        'forEach' at \(location.fileID):\(location.line) received a push of an element with an id that was not created yet: \
        received \(id.debugDescription), expected \(expected.debugDescription).

        \(indentedDump(of: action))

        The element was pushed. In a test, ids are numbered from 0 in the order of insertion.
        """,
        at: location
      )
    }
    path.edit(&state) { $0.push(element, id: id) }
  }

  private func report(_ problem: String, _ id: StackElementID, _ state: inout Base.State, _ action: Base.Action) {
    let ids = path.read(&state) { Array($0.value.ids) }
    reportIssue(
      """
      'forEach' at \(location.fileID):\(location.line) \(problem):

      \(indentedDump(of: action))

      Received \(id.debugDescription); the ids in the stack are \(ids). The stack was not changed; the parent was run.

      Take ids from the stack, 'path.ids', when you send the action, because elements may have been removed before.
      """,
      at: location
    )
  }

  private func contains(_ id: StackElementID, in state: inout Base.State) -> Bool {
    path.read(&state) { $0.value.contains(id) }
  }
}
