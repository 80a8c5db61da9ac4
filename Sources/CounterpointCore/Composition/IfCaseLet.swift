public import CaseKeyPaths
@_spi(Internals) import CounterpointSupport

extension Reducer {
  /// Runs a child feature on the payload of a case of this reducer's state.
  ///
  /// ```swift
  /// EmptyReducer()
  ///   .ifCaseLet(\.signedOut, action: \.signedOut) { SignIn() }
  ///   .ifCaseLet(\.signedIn, action: \.signedIn) { Home() }
  /// ```
  ///
  /// For a child action, the child runs first, then this reducer. The child's effects are canceled when this reducer
  /// changes the state to another case, or replaces an `Identifiable` payload or enum by one with another id. Effects
  /// that the child returns for the action that removes it are not canceled.
  ///
  /// A child action in another case is reported as an issue; this reducer still runs.
  ///
  /// The payload is changed in place. It is moved out of the enum meanwhile.
  ///
  /// - Parameters:
  ///   - state: The case that contains the child's state.
  ///   - action: The case that holds the child's actions.
  ///   - child: The child's reducer.
  @warn_unqualified_access
  public func ifCaseLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ state: CaseKeyPath<State, ChildState>,
    action: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    IfCaseLetReducer(
      base: InnerReducer(self),
      child: InnerReducer(child()),
      property: ChildProperty(state),
      toState: AnyCasePath(state),
      toAction: AnyCasePath(action),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}

/// A reducer of an enum with a child in one case. Created by `ifCaseLet`.
struct IfCaseLetReducer<Base: Reducer, Child: Reducer>: Reducer {
  let base: InnerReducer<Base>
  let child: InnerReducer<Child>
  let property: ChildProperty
  let toState: AnyCasePath<Base.State, Child.State>
  let toAction: AnyCasePath<Base.Action, Child.Action>
  let location: SourceLocation

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let tracking = ReductionContext.tracking
    let childEffect = reduceChild(into: &state, action: action)
    let hasEffect = childEffect.operation != nil
    // Determined only if needed, because it costs more than a small reduction.
    let before = tracking != nil || hasEffect ? identity(in: &state) : nil

    let parentEffect = base.reduce(into: &state, action: action)
    guard tracking != nil || hasEffect else { return parentEffect }

    let after = identity(in: &state)
    var effect = parentEffect
    if let before, hasEffect {
      let context = ChildEffectContext<Base.Action>(
        ChildID(property: property, identity: before),
        isPresent: after == before,
        dismissal: nil
      )
      effect = childEffect.scoped(to: context) { [toAction] in toAction.embed($0) }.merge(with: parentEffect)
    }
    guard let tracking, tracking.followsReplacement || before != after else { return effect }
    return effect.merge(with: .cancel(tracking.children(in: property).filter { $0 != after }, in: property))
  }

  private func reduceChild(into state: inout Base.State, action: Base.Action) -> Effect<Child.Action> {
    guard let childAction = toAction.extract(from: action) else { return .none }
    let childID = ReductionContext.tracking.flatMap { _ in
      identity(in: &state).map { ChildID(property: property, identity: $0) }
    }
    let effect = toState.edit(&state) { childState in
      ReductionContext.within(childID, isDismissible: false) { child.reduce(into: &childState, action: childAction) }
    }
    guard let effect else {
      MissingChild(name: "ifCaseLet", location: location).report(
        "a child action while the state was in another case",
        action: action,
        insteadOf: "\nThe state was:\n\n\(indentedDump(of: state))\n"
      )
      return .none
    }
    return effect
  }

  // Not inlined, because its stack frame has room for a state of the child.
  @inline(never)
  private func identity(in state: inout Base.State) -> ChildIdentity? {
    guard let payload = toState.extract(from: state) else { return nil }
    let enumID = withAddress(of: &state) { identifier(of: $0.reading) }
    return withAddress(of: payload) { ChildIdentity(of: $0, orOfEnum: enumID) }
  }
}

extension IfCaseLetReducer {
  /// Visits the reducers that it runs.
  public static func _findHooks(_ search: inout _LifecycleSearch) {
    search.visit(Base.self)
    search.visit(Child.self)
  }

  /// Adds its hooks and children.
  public func _describe(in lifecycle: inout _FeatureLifecycle<Base.State, Base.Action>) {
    lifecycle.add(base.base)
    lifecycle.add(
      children: child.base,
      .init(
        property: property,
        identities: { state in
          payload(of: state).map { [ChildIdentity(of: $0.state, orOfEnum: identifier(of: state))] } ?? []
        },
        forEach: { state, body in
          if let payload = payload(of: state) { body(payload.state) }
        },
        embed: { [toAction] _ in { toAction.embed($0) } }
      )
    )
  }

  /// Returns the child's state on the heap, because it may be too big for the stack.
  // Not inlined, because its stack frame has room for a state of the child.
  @inline(never)
  private func payload(of state: Address<Base.State>) -> StateSnapshot<Child.State>? {
    guard let payload = state.lend({ toState.extract(from: $0) }) else { return nil }
    return withAddress(of: payload) { StateSnapshot($0) }
  }
}
