import CounterpointSupport
import CaseKeyPaths

/// A reducer with an optional child. `ifLet` makes it.
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
    // Found only where it matters, because it costs more than a small reduction.
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
    guard let tracking, before != after else { return effect }
    // All but the one that is there: the child may have had effects under an id that it has changed itself since.
    return effect.merge(with: .cancel(tracking.children(in: property).filter { $0 != after }, in: property))
  }

  /// On its own, because it has room on the stack for a state of the child.
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
    let id = ReductionContext.tracking.flatMap { _ in
      identity(in: &state).map { ChildID(property: property, identity: $0) }
    }
    let effect = path.edit(&state) { child in
      ReductionContext.within(id, isDismissible: false) { self.child.reduce(into: &child!, action: childAction) }
    }
    return (effect, choice)
  }

  private func identity(in state: inout Base.State) -> ChildIdentity? {
    path.read(&state) { child in
      child.payload().map { ChildIdentity(of: $0) }
    }
  }
}
