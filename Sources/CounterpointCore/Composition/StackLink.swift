import OrderedCollections
import CaseKeyPaths
@_spi(Internals) import CounterpointSupport

/// The elements of a navigation stack.
public struct _StackLink<Child: Reducer>: _ChildLink, LifecycleLink {
  /// The type of the property.
  public typealias Slot = StackState<Child.State>
  /// The payload of the parent's action.
  public typealias Message = StackAction<Child.State, Child.Action>

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
      membership: { [path = linked.path] state in path.read(in: state) { $0.value.membership } },
      identities: { [path = linked.path] state in
        path.read(in: state) { stack in stack.value.ids.map { ChildIdentity(id: $0) } }
      },
      forEach: { [path = linked.path] state, body in
        path.read(in: state) { stack in
          for index in stack.value.elements.values.indices {
            stack.value.elements.values.withElement(at: index) { element in _ = element.map(body) }
          }
        }
      },
      embed: { [toAction = linked.toAction] child in
        let id = elementID(child)
        return { toAction.embed(.element(id: id, action: $0)) }
      },
      dismissal: { [toAction = linked.toAction] child in toAction.embed(.popFrom(id: elementID(child))) }
    )
  }

  private static func elementID(_ child: ChildIdentity) -> StackElementID {
    guard let id = child.id(as: StackElementID.self) else {
      preconditionFailure("\(child) is not the id of a stack's element.")
    }
    return id
  }
}

extension _LinkedReducer {
  fileprivate func reduceLinked<Child: Reducer>(into state: inout State, action: Action) -> Effect<Action>
  where Link == _StackLink<Child> {
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

  private func reduceChild<Child: Reducer>(
    _ id: StackElementID,
    into state: inout State,
    action childAction: Child.Action,
    of action: Action
  ) -> Effect<Child.Action>? where Link == _StackLink<Child> {
    let childID = ReductionContext.tracking.map { _ in
      ChildID(property: property, identity: ChildIdentity(id: id))
    }
    let effect = path.edit(&state) { stack in
      stack.edit(id) { element in
        ReductionContext.within(childID, isDismissible: true) { link.child.reduce(into: &element, action: childAction) }
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
  private func push<Child: Reducer>(onto state: inout State, action: Action) where Link == _StackLink<Child> {
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

  private func report<Child: Reducer>(_ problem: String, _ id: StackElementID, _ state: inout State, _ action: Action)
  where Link == _StackLink<Child> {
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

  private func contains<Child: Reducer>(_ id: StackElementID, in state: inout State) -> Bool
  where Link == _StackLink<Child> {
    path.read(&state) { $0.value.contains(id) }
  }
}
