public import CaseKeyPaths
@_spi(Internals) import CounterpointSupport

extension Reducer {
  /// Runs a presented child feature.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifLet(\.$editor, action: \.editor) { Editor() }
  /// ```
  ///
  /// For a child action, `.presented`, the child runs first, then this reducer. For `.dismiss`, this reducer runs
  /// while the child is present. Then the child's state becomes `nil`, unless this reducer has replaced it by a child
  /// with another identity.
  ///
  /// The effects of the child and its descendants are canceled when the child is removed or replaced. A replacement
  /// is another case of an enum, or `Identifiable` state with another id. If this reducer or the child itself removes
  /// the child, cancellation is immediate; if an outer reducer does, it happens with the next action. Effects that
  /// the child returns for the action that removes it are not canceled.
  ///
  /// The child and its descendants can dismiss the child with the dependency `\.dismiss`.
  ///
  /// A presentation action while nothing is presented is reported as an issue; this reducer still runs.
  ///
  /// - Parameters:
  ///   - state: The presented state, `\.$editor`.
  ///   - action: The case that holds the presentation actions.
  ///   - destination: The child's reducer.
  @warn_unqualified_access
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ state: WritableKeyPath<State, PresentationState<ChildState>>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    @ReducerBuilder<ChildState, ChildAction> destination: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    PresentationReducer(
      base: InnerReducer(self),
      child: InnerReducer(destination()),
      path: StatePath.of(state),
      property: ChildProperty(state),
      toAction: AnyCasePath(action),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Presents a prompt, such as an alert, and clears it after the user's choice or a dismissal.
  ///
  /// This reducer handles the choice while the prompt is present. Then the prompt's state becomes `nil`, unless this
  /// reducer has replaced it by another prompt.
  ///
  /// - Parameters:
  ///   - state: The presented state, `\.$alert`.
  ///   - action: The case that holds the presentation actions.
  @warn_unqualified_access
  public func ifLet<Prompt: _EphemeralState>(
    _ state: WritableKeyPath<State, PresentationState<Prompt>>,
    action: CaseKeyPath<Action, PresentationAction<Prompt.Action>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    PresentationReducer(
      base: InnerReducer(self),
      child: InnerReducer(EmptyReducer<Prompt, Prompt.Action>()),
      path: StatePath.of(state),
      property: ChildProperty(state),
      toAction: AnyCasePath(action),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Runs one of several presented child features: the one in the current case of a `@Reducer` enum.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifLet(\.$destination, action: \.destination)
  /// ```
  ///
  /// Equivalent to ``ifLet(_:action:destination:fileID:filePath:line:column:)`` with the reducer of the enum.
  ///
  /// - Parameters:
  ///   - state: The presented state, `\.$destination`.
  ///   - action: The case that holds the presentation actions.
  @warn_unqualified_access
  public func ifLet<ChildState: CaseReducerState, ChildAction>(
    _ state: WritableKeyPath<State, PresentationState<ChildState>>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where ChildState.StateReducer.Action == ChildAction {
    PresentationReducer(
      base: InnerReducer(self),
      child: InnerReducer(ChildState.StateReducer.body),
      path: StatePath.of(state),
      property: ChildProperty(state),
      toAction: AnyCasePath(action),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}

/// A reducer with a presented child. Created by `ifLet`.
struct PresentationReducer<Base: Reducer, Child: Reducer>: Reducer {
  let base: InnerReducer<Base>
  let child: InnerReducer<Child>
  let path: StatePath<Base.State, PresentationState<Child.State>>
  let property: ChildProperty
  let toAction: AnyCasePath<Base.Action, PresentationAction<Child.Action>>
  let location: SourceLocation

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let tracking = ReductionContext.tracking
    // The child to remove after the parent has run, if it is still present.
    var dismissed: ChildIdentity?
    var childEffect = Effect<Child.Action>.none
    switch toAction.extract(from: action) {
    case .dismiss:
      dismissed = identity(in: &state)
      if dismissed == nil { reportMissing(action) }
    case .presented(let childAction):
      if let (effect, isChoice) = reduceChild(into: &state, action: childAction) {
        childEffect = effect
        if isChoice { dismissed = identity(in: &state) }
      } else {
        reportMissing(action)
      }
    case nil:
      break
    }
    let hasEffect = childEffect.operation != nil
    let childWithEffect = hasEffect ? identity(in: &state) : nil

    let parentEffect = base.reduce(into: &state, action: action)
    if let dismissed, identity(in: &state) == dismissed { clear(&state) }
    guard tracking != nil || hasEffect else { return parentEffect }

    let after = identity(in: &state)
    var effect = parentEffect
    if let childWithEffect {
      let context = ChildEffectContext(
        ChildID(property: property, identity: childWithEffect),
        isPresent: after == childWithEffect,
        dismissal: toAction.embed(.dismiss)
      )
      effect = childEffect.scoped(to: context) { [toAction] in toAction.embed(.presented($0)) }
        .merge(with: parentEffect)
    }
    guard let tracking else { return effect }
    // All identities except the current one, because an outer reducer may have removed a child since the last action.
    return effect.merge(with: .cancel(tracking.children(in: property).filter { $0 != after }, in: property))
  }

  // Not inlined, because its stack frame has room for a state of the child.
  @inline(never)
  private func clear(_ state: inout Base.State) {
    path.assign(PresentationState(wrappedValue: nil), in: &state)
  }

  private func reduceChild(
    into state: inout Base.State,
    action: Child.Action
  ) -> (effect: Effect<Child.Action>, isChoice: Bool)? {
    let choice: Bool? = path.read(&state) { presentation in
      presentation.value.read { isChoice(action, of: $0) }
    }
    guard let choice else { return nil }
    let childID = ReductionContext.tracking.flatMap { _ in
      identity(in: &state).map { ChildID(property: property, identity: $0) }
    }
    let effect = path.edit(&state) { presentation in
      ReductionContext.within(childID, isDismissible: true) {
        child.reduce(into: &presentation.wrappedValue!, action: action)
      }
    }
    return (effect, choice)
  }

  private func reportMissing(_ action: Base.Action) {
    MissingChild(name: "ifLet", location: location)
      .report("a presentation action while the destination's state was absent", action: action, child: "destination")
  }

  private func identity(in state: inout Base.State) -> ChildIdentity? {
    path.read(&state) { presentation in
      presentation.value.read { ChildIdentity(of: $0) }
    }
  }
}
