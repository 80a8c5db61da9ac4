public import CaseKeyPaths
@_spi(Internals) import CounterpointSupport
public import IdentifiedArrays

/// The elements of a list.
public struct _RowsLink<ID: Hashable & Sendable, Child: Reducer>: _ChildLink, LifecycleLink {
  /// The type of the property.
  public typealias Slot = IdentifiedArray<ID, Child.State>
  /// The payload of the parent's action.
  public typealias Message = IdentifiedAction<ID, Child.Action>

  @usableFromInline let child: InnerReducer<Child>
  @usableFromInline let tracker: IdentityTracker<Child.State>?

  @usableFromInline
  init(_ child: Child) {
    self.child = InnerReducer(child)
    self.tracker = IdentityTracker.cached
  }

  /// Runs the child for its actions, then its parent; cancels what the removed child has started.
  @inlinable
  public static func _reduce<Base: Reducer>(
    _ linked: _LinkedReducer<Base, Self>,
    into state: inout Base.State,
    action: Base.Action
  ) -> Effect<Base.Action> {
    linked.reduceRows(into: &state, action: action)
  }

  static func children<Base: Reducer>(
    of linked: _LinkedReducer<Base, Self>
  ) -> ChildLifecycle<Base.State, Base.Action, Child>.Operator {
    .init(
      property: linked.property,
      membership: { [path = linked.path] state in path.read(in: state) { $0.value.membership } },
      identities: { [path = linked.path] state in
        path.read(in: state) { rows in rows.value.ids.map { ChildIdentity(id: $0) } }
      },
      forEach: { [path = linked.path] state, body in
        path.read(in: state) { rows in
          for id in rows.value.ids {
            rows.value.withElement(id: id) { (row: Address<Child.State>?) in _ = row.map(body) }
          }
        }
      },
      embed: { [toAction = linked.toAction] child in
        guard let id = child.id(as: ID.self) else { preconditionFailure("\(child) is not the id of a row.") }
        return { toAction.embed(.element(id: id, action: $0)) }
      }
    )
  }
}

extension _LinkedReducer {
  // Inlined into the caller, where the types are known. Code that is compiled for all types looks each of them up.
  @inlinable
  func reduceRows<ID: Hashable & Sendable, Child: Reducer>(into state: inout State, action: Action) -> Effect<Action>
  where Link == _RowsLink<ID, Child> {
    if ReductionContext.isTracking { return reduceTracking(into: &state, action: action) }
    guard case .element(let id, let childAction)? = toAction.extract(from: action) else {
      return base.reduce(into: &state, action: action)
    }
    return reduceElement(id, childAction, into: &state, action: action)
  }

  /// Reduces an element's action while no child has effects in flight.
  // Not inlined, so that the path of other actions stays small.
  @inlinable
  @inline(never)
  func reduceElement<ID: Hashable & Sendable, Child: Reducer>(
    _ id: ID,
    _ childAction: Child.Action,
    into state: inout State,
    action: Action
  ) -> Effect<Action> where Link == _RowsLink<ID, Child> {
    guard let childEffect = editElement(id, in: &state, { link.child.reduce(into: &$0, action: childAction) }) else {
      reportMissing(action)
      return base.reduce(into: &state, action: action)
    }
    let parentEffect = base.reduce(into: &state, action: action)
    guard childEffect.operation != nil else { return parentEffect }
    return merge(childEffect, of: id, with: parentEffect, in: &state)
  }

  /// Edits an element in place.
  ///
  /// - Returns: The effect; `nil` if there is no element with the id.
  @inlinable
  @inline(__always)
  func editElement<ID: Hashable & Sendable, Child: Reducer>(
    _ id: ID,
    in state: inout State,
    _ edit: (inout Child.State) -> Effect<Child.Action>
  ) -> Effect<Child.Action>? where Link == _RowsLink<ID, Child> {
    var effect: Effect<Child.Action>?
    path.edit(&state) { rows in
      guard let index = rows.index(id: id) else { return }
      // By its position, because the subscript by id moves the element, which may be bigger than the thread's stack.
      guard let tracker = link.tracker else { return effect = edit(&rows[index]) }
      var isReplaced = false
      withAddress(of: &rows[index]) { row in
        tracker.edit(row) {
          effect = edit(&$0)
        } replaced: {
          isReplaced = true
        }
      }
      if isReplaced { rows.noteReplacement() }
    }
    return effect
  }

  /// Reduces an action while children have effects in flight.
  // Not inlined, so that the fast paths stay small.
  @usableFromInline
  @inline(never)
  func reduceTracking<ID: Hashable & Sendable, Child: Reducer>(into state: inout State, action: Action) -> Effect<
    Action
  >
  where Link == _RowsLink<ID, Child> {
    let (id, childEffect) = reduceChildTracking(into: &state, action: action)
    let membership = rows(in: &state) { $0.membership }

    var effect = base.reduce(into: &state, action: action)

    if let id, childEffect.operation != nil { effect = merge(childEffect, of: id, with: effect, in: &state) }
    guard let tracking = ReductionContext.tracking,
      tracking.followsReplacement || membership != rows(in: &state, { $0.membership })
    else { return effect }
    // Only the elements with effects in flight are checked, because there may be many others.
    let children = tracking.children(in: property)
    let removed = rows(in: &state) { rows in
      children.filter { child in child.id(as: ID.self).map { rows.index(id: $0) == nil } ?? true }
    }
    return effect.merge(with: .cancel(removed, in: property))
  }

  private func reduceChildTracking<ID: Hashable & Sendable, Child: Reducer>(
    into state: inout State,
    action: Action
  ) -> (id: ID?, effect: Effect<Child.Action>) where Link == _RowsLink<ID, Child> {
    guard case .element(let id, let childAction)? = toAction.extract(from: action) else { return (nil, .none) }
    let childID = ChildID(property: property, identity: ChildIdentity(id: id))
    let effect = editElement(id, in: &state) { row in
      ReductionContext.within(childID, isDismissible: false) { link.child.reduce(into: &row, action: childAction) }
    }
    guard let effect else {
      reportMissing(action)
      return (nil, .none)
    }
    return (id, effect)
  }

  /// Merges the effect of an element with that of the parent.
  // Not inlined, because most actions have no effect.
  @usableFromInline
  @inline(never)
  func merge<ID: Hashable & Sendable, Child: Reducer>(
    _ childEffect: Effect<Child.Action>,
    of id: ID,
    with parentEffect: Effect<Action>,
    in state: inout State
  ) -> Effect<Action> where Link == _RowsLink<ID, Child> {
    let context = ChildEffectContext<Action>(
      ChildID(property: property, identity: ChildIdentity(id: id)),
      isPresent: rows(in: &state) { $0.index(id: id) != nil },
      dismissal: nil
    )
    return childEffect.scoped(to: context) { [toAction] in toAction.embed(.element(id: id, action: $0)) }
      .merge(with: parentEffect)
  }

  @usableFromInline
  @inline(never)
  func reportMissing<ID: Hashable & Sendable, Child: Reducer>(_ action: Action) where Link == _RowsLink<ID, Child> {
    MissingChild(name: "forEach", location: location)
      .report("an action for an element that is missing", action: action, child: "element")
  }

  private func rows<ID: Hashable & Sendable, Child: Reducer, Result>(
    in state: inout State,
    _ read: (IdentifiedArray<ID, Child.State>) -> Result
  ) -> Result where Link == _RowsLink<ID, Child> {
    path.read(&state) { read($0.value) }
  }
}
