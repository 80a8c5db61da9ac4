import CaseKeyPaths
@_spi(Internals) import CounterpointSupport

/// A presented child.
public struct _PresentedLink<Child: Reducer>: _ChildLink, LifecycleLink {
  /// The type of the property.
  public typealias Slot = PresentationState<Child.State>
  /// The payload of the parent's action.
  public typealias Message = PresentationAction<Child.Action>

  let child: InnerReducer<Child>

  @usableFromInline
  init(_ child: Child) {
    self.child = InnerReducer(child)
  }

  /// Runs the child for its actions, then its parent; cancels what the removed child has started.
  public static func _reduce<Base: Reducer>(
    _ linked: _LinkedReducer<Base, Self>,
    into state: inout Base.State,
    action: Base.Action
  ) -> Effect<Base.Action> {
    linked.reduceLinked(into: &state, action: action)
  }

  static func children<Base: Reducer>(
    of linked: _LinkedReducer<Base, Self>
  ) -> ChildLifecycle<Base.State, Base.Action, Child>.Operator {
    .init(
      property: linked.property,
      isDismissible: true,
      identities: { [path = linked.path] state in
        path.read(in: state) { presentation in presentation.value.read { [ChildIdentity(of: $0)] } ?? [] }
      },
      forEach: { [path = linked.path] state, body in
        path.read(in: state) { presentation in _ = presentation.value.read(body) }
      },
      embed: { [toAction = linked.toAction] _ in { toAction.embed(.presented($0)) } },
      dismissal: { [toAction = linked.toAction] _ in toAction.embed(.dismiss) }
    )
  }
}

extension _LinkedReducer {
  fileprivate func reduceLinked<Child: Reducer>(into state: inout State, action: Action) -> Effect<Action>
  where Link == _PresentedLink<Child> {
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
  private func clear<Child: Reducer>(_ state: inout State) where Link == _PresentedLink<Child> {
    path.assign(PresentationState(wrappedValue: nil), in: &state)
  }

  private func reduceChild<Child: Reducer>(
    into state: inout State,
    action: Child.Action
  ) -> (effect: Effect<Child.Action>, isChoice: Bool)? where Link == _PresentedLink<Child> {
    let choice: Bool? = path.read(&state) { presentation in
      presentation.value.read { isChoice(action, of: $0) }
    }
    guard let choice else { return nil }
    let childID = ReductionContext.tracking.flatMap { _ in
      identity(in: &state).map { ChildID(property: property, identity: $0) }
    }
    let effect = path.edit(&state) { presentation in
      ReductionContext.within(childID, isDismissible: true) {
        link.child.reduce(into: &presentation.wrappedValue!, action: action)
      }
    }
    return (effect, choice)
  }

  private func reportMissing<Child: Reducer>(_ action: Action) where Link == _PresentedLink<Child> {
    MissingChild(name: "ifLet", location: location)
      .report("a presentation action while the destination's state was absent", action: action, child: "destination")
  }

  private func identity<Child: Reducer>(in state: inout State) -> ChildIdentity? where Link == _PresentedLink<Child> {
    path.read(&state) { presentation in
      presentation.value.read { ChildIdentity(of: $0) }
    }
  }
}
