public import CaseKeyPaths
@_spi(Internals) import CounterpointSupport

extension Reducer {
  /// Runs a child feature on an optional part of this reducer's state.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifLet(\.editor, action: \.editor) { Editor() }
  /// ```
  ///
  /// For a child action, the child runs first, then this reducer. The child's effects are canceled when this reducer
  /// sets the child's state to `nil`, or replaces it by another child: another case of an enum, or `Identifiable` state
  /// with another id. Effects that the child returns for the action that removes it are not canceled.
  ///
  /// A child action while the state is `nil` is reported as an issue; this reducer still runs.
  ///
  /// - Parameters:
  ///   - state: The child's state. A stored property, or a field of observable state.
  ///   - action: The case that holds the child's actions.
  ///   - child: The child's reducer.
  @warn_unqualified_access
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ state: WritableKeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    IfLetReducer(
      base: InnerReducer(self),
      child: InnerReducer(child()),
      path: StatePath.of(state),
      property: ChildProperty(state),
      toAction: AnyCasePath(action),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Clears a prompt, such as an alert, after the user's choice.
  ///
  /// This reducer handles the choice while the prompt is present. Then the prompt's state becomes `nil`, unless this
  /// reducer has replaced it by another prompt.
  ///
  /// - Parameters:
  ///   - state: The prompt's state.
  ///   - action: The case that holds the choices.
  @warn_unqualified_access
  public func ifLet<Prompt: _EphemeralState>(
    _ state: WritableKeyPath<State, Prompt?>,
    action: CaseKeyPath<Action, Prompt.Action>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    IfLetReducer(
      base: InnerReducer(self),
      child: InnerReducer(EmptyReducer<Prompt, Prompt.Action>()),
      path: StatePath.of(state),
      property: ChildProperty(state),
      toAction: AnyCasePath(action),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}

/// A reducer with an optional child. Created by `ifLet`.
struct IfLetReducer<Base: Reducer, Child: Reducer>: Reducer {
  let base: InnerReducer<Base>
  let child: InnerReducer<Child>
  let path: StatePath<Base.State, Child.State?>
  let property: ChildProperty
  let toAction: AnyCasePath<Base.Action, Child.Action>
  let location: SourceLocation

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let tracking = ReductionContext.tracking
    let (childEffect, isChoice) = reduceChild(into: &state, action: action)
    let hasEffect = childEffect.operation != nil
    // Determined only if needed, because it costs more than a small reduction.
    let before = tracking != nil || hasEffect || isChoice ? identity(in: &state) : nil

    let parentEffect = base.reduce(into: &state, action: action)
    if isChoice, identity(in: &state) == before { clear(&state) }
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
    // All identities except the current one, because the child may have changed its own id since it started effects.
    return effect.merge(with: .cancel(tracking.children(in: property).filter { $0 != after }, in: property))
  }

  // Not inlined, because its stack frame has room for a state of the child.
  @inline(never)
  private func clear(_ state: inout Base.State) {
    path.assign(nil, in: &state)
  }

  private func reduceChild(
    into state: inout Base.State,
    action: Base.Action
  ) -> (effect: Effect<Child.Action>, isChoice: Bool) {
    guard let childAction = toAction.extract(from: action) else { return (.none, false) }
    let choice: Bool? = path.read(&state) { child in
      child.payload().map { isChoice(childAction, of: $0) }
    }
    guard let choice else {
      MissingChild(name: "ifLet", location: location)
        .report("a child action while the child's state was nil", action: action)
      return (.none, false)
    }
    let childID = ReductionContext.tracking.flatMap { _ in
      identity(in: &state).map { ChildID(property: property, identity: $0) }
    }
    let effect = path.edit(&state) { child in
      ReductionContext.within(childID, isDismissible: false) { self.child.reduce(into: &child!, action: childAction) }
    }
    return (effect, choice)
  }

  private func identity(in state: inout Base.State) -> ChildIdentity? {
    path.read(&state) { child in
      child.payload().map { ChildIdentity(of: $0) }
    }
  }
}
