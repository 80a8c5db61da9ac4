import CounterpointSupport
import CaseKeyPaths

/// A reducer with a child that it presents. `ifLet` makes it.
struct PresentationReducer<Base: Reducer, Child: Reducer>: Reducer {
  let base: InnerReducer<Base>
  let child: InnerReducer<Child>
  let path: StatePath<Base.State, PresentationState<Child.State>>
  let property: ChildProperty
  let toAction: AnyCasePath<Base.Action, PresentationAction<Child.Action>>
  let location: SourceLocation

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let tracking = ReductionContext.tracking
    // The child that is removed after the parent has run, if it is still present.
    var leaving: ChildIdentity?
    var childEffect = Effect<Child.Action>.none
    switch toAction.extract(from: action) {
    case .dismiss:
      leaving = identity(in: &state)
      if leaving == nil { reportMissing(action) }
    case .presented(let childAction):
      if let (effect, isChoice) = reduceChild(into: &state, action: childAction) {
        childEffect = effect
        if isChoice { leaving = identity(in: &state) }
      } else {
        reportMissing(action)
      }
    case nil:
      break
    }
    let hasEffect = childEffect.operation != nil
    let placed = hasEffect ? identity(in: &state) : nil

    let parentEffect = base.reduce(into: &state, action: action)
    if let leaving, identity(in: &state) == leaving { clear(&state) }
    guard tracking != nil || hasEffect else { return parentEffect }

    let after = identity(in: &state)
    var effect = parentEffect
    if let placed {
      let context = ChildEffectContext(
        ChildID(property: property, identity: placed),
        isPresent: after == placed,
        dismissal: toAction.embed(.dismiss)
      )
      effect = childEffect.scoped(to: context) { [toAction] in toAction.embed(.presented($0)) }.merge(with: parentEffect)
    }
    guard let tracking else { return effect }
    // All removed children, because an outer reducer may have removed one since the last action.
    return effect.merge(with: .cancel(tracking.children(in: property).filter { $0 != after }, in: property))
  }

  /// On its own, because it has room on the stack for a state of the child.
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
    let id = ReductionContext.tracking.flatMap { _ in
      identity(in: &state).map { ChildID(property: property, identity: $0) }
    }
    let effect = path.edit(&state) { presentation in
      ReductionContext.within(id, isDismissible: true) {
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
