import CaseKeyPaths
@_spi(Internals) import CounterpointSupport

/// An optional child.
public struct _OptionalLink<Child: Reducer>: _ChildLink, LifecycleLink {
  /// The type of the property.
  public typealias Slot = Child.State?
  /// The payload of the parent's action.
  public typealias Message = Child.Action

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
      identities: { [path = linked.path] state in
        path.read(in: state) { child in child.payload().map { [ChildIdentity(of: $0)] } ?? [] }
      },
      forEach: { [path = linked.path] state, body in path.read(in: state) { child in _ = child.payload().map(body) } },
      embed: { [toAction = linked.toAction] _ in { toAction.embed($0) } }
    )
  }
}

extension _LinkedReducer {
  fileprivate func reduceLinked<Child: Reducer>(into state: inout State, action: Action) -> Effect<Action>
  where Link == _OptionalLink<Child> {
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
      let context = ChildEffectContext<Action>(
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
  private func clear<Child: Reducer>(_ state: inout State) where Link == _OptionalLink<Child> {
    path.assign(nil, in: &state)
  }

  private func reduceChild<Child: Reducer>(
    into state: inout State,
    action: Action
  ) -> (effect: Effect<Child.Action>, isChoice: Bool) where Link == _OptionalLink<Child> {
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
      ReductionContext.within(childID, isDismissible: false) { link.child.reduce(into: &child!, action: childAction) }
    }
    return (effect, choice)
  }

  private func identity<Child: Reducer>(in state: inout State) -> ChildIdentity? where Link == _OptionalLink<Child> {
    path.read(&state) { child in
      child.payload().map { ChildIdentity(of: $0) }
    }
  }
}
