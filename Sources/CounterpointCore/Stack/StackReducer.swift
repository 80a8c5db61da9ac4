import CounterpointSupport
import CaseKeyPaths

/// A reducer with a stack of children. `forEach` makes it.
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
    var leaving: StackElementID?
    switch toAction.extract(from: action) {
    case .element(let id, let childAction):
      childEffect = reduceChild(id, into: &state, action: childAction, of: action).map { (id, $0) }
    case .popFrom(let id):
      if contains(id, in: &state) {
        leaving = id
      } else {
        report("was to remove an element that is not in the stack, with all above it", id, &state, action)
      }
    case .push:
      push(onto: &state, action: action)
    case nil:
      break
    }

    let parentEffect = base.reduce(into: &state, action: action)
    // The parent may have removed it already.
    if let leaving { path.edit(&state) { $0.pop(from: leaving) } }

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
    let gone = tracking.children(in: property).filter { child in
      child.id(as: StackElementID.self).map { !contains($0, in: &state) } ?? true
    }
    return effect.merge(with: .cancel(gone, in: property))
  }

  private func reduceChild(
    _ id: StackElementID,
    into state: inout Base.State,
    action childAction: Child.Action,
    of action: Base.Action
  ) -> Effect<Child.Action>? {
    let place = ReductionContext.tracking.map { _ in
      ChildID(property: property, identity: ChildIdentity(id: id))
    }
    let effect = path.edit(&state) { stack in
      stack.edit(id) { element in
        ReductionContext.within(place, isDismissible: true) { child.reduce(into: &element, action: childAction) }
      }
    }
    if effect == nil {
      MissingChild(name: "forEach", location: location)
        .report("an action for an element that is missing", action: action, child: "element")
    }
    return effect
  }

  /// On its own, because it has room on the stack for an element.
  @inline(never)
  private func push(onto state: inout Base.State, action: Base.Action) {
    guard case .push(let id, let element)? = toAction.extract(from: action) else { return }
    guard !contains(id, in: &state) else {
      return report("was to push an element whose id is in the stack already", id, &state, action)
    }
    let expected = StackElementIDGenerator.current.use(id)
    if isTesting, id.generation > expected.generation {
      reportIssue(
        """
        'forEach' at \(location.fileID):\(location.line) received a push of an element with an id that was not made yet: \
        received \(id.debugDescription), expected \(expected.debugDescription).

        \(indentedDump(of: action))

        The element was pushed. In a test, ids are numbered from 0 in the order in which elements come to stacks.
        """,
        at: location
      )
    }
    path.edit(&state) { $0.push(element, id: id) }
  }

  private func report(_ what: String, _ id: StackElementID, _ state: inout Base.State, _ action: Base.Action) {
    let ids = path.read(&state) { Array($0.value.ids) }
    reportIssue(
      """
      'forEach' at \(location.fileID):\(location.line) \(what):

      \(indentedDump(of: action))

      Received \(id.debugDescription); the ids in the stack are \(ids). The stack was not changed; the parent was run.

      Take ids from the stack, 'path.ids', as it is when the action is sent: an element may be gone that was there before.
      """,
      at: location
    )
  }

  private func contains(_ id: StackElementID, in state: inout Base.State) -> Bool {
    path.read(&state) { $0.value.contains(id) }
  }
}
