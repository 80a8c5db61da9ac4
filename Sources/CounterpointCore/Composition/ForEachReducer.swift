import CounterpointSupport
public import CaseKeyPaths
public import IdentifiedArrays

/// A reducer with a list of children. `forEach` makes it.
@usableFromInline
struct ForEachReducer<Base: Reducer, ID: Hashable & Sendable, Child: Reducer>: Reducer {
  @usableFromInline let base: InnerReducer<Base>
  let child: InnerReducer<Child>
  let path: StatePath<Base.State, IdentifiedArray<ID, Child.State>>
  let property: ChildProperty
  @usableFromInline let toAction: AnyCasePath<Base.Action, IdentifiedAction<ID, Child.Action>>
  let location: SourceLocation

  @usableFromInline
  init(
    _ base: Base,
    child: Child,
    state: WritableKeyPath<Base.State, IdentifiedArray<ID, Child.State>>,
    action: CaseKeyPath<Base.Action, IdentifiedAction<ID, Child.Action>>,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    self.base = InnerReducer(base)
    self.child = InnerReducer(child)
    self.path = StatePath.of(state)
    self.property = ChildProperty(state)
    self.toAction = AnyCasePath(action)
    self.location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  @inlinable
  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    // Here, where the types are known, what is nothing to the elements costs next to nothing.
    if !ReductionContext.isTracking, toAction.extract(from: action) == nil {
      return base.reduce(into: &state, action: action)
    }
    return reduceWithElements(into: &state, action: action)
  }

  @usableFromInline
  @inline(never)
  func reduceWithElements(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let tracking = ReductionContext.tracking
    let (id, childEffect) = reduceChild(into: &state, action: action)
    let membership = tracking.map { _ in rows(in: &state) { $0.membership } }

    let parentEffect = base.reduce(into: &state, action: action)

    var effect = parentEffect
    if let id, childEffect.operation != nil {
      let context = ChildEffectContext<Base.Action>(
        ChildID(property: property, identity: ChildIdentity(id: id)),
        isPresent: rows(in: &state) { $0.index(id: id) != nil },
        dismissal: nil
      )
      effect = childEffect.scoped(to: context) { [toAction] in toAction.embed(.element(id: id, action: $0)) }
        .merge(with: parentEffect)
    }
    guard let tracking, membership != rows(in: &state, { $0.membership }) else { return effect }
    // Looking at those with effects in flight, and not at all that are or were there.
    let children = tracking.children(in: property)
    let gone = rows(in: &state) { rows in
      children.filter { child in child.id(as: ID.self).map { rows.index(id: $0) == nil } ?? true }
    }
    return effect.merge(with: .cancel(gone, in: property))
  }

  private func reduceChild(
    into state: inout Base.State,
    action: Base.Action
  ) -> (id: ID?, effect: Effect<Child.Action>) {
    guard case .element(let id, let childAction)? = toAction.extract(from: action) else { return (nil, .none) }
    let place = ReductionContext.tracking.map { _ in
      ChildID(property: property, identity: ChildIdentity(id: id))
    }
    let effect = path.edit(&state) { rows -> Effect<Child.Action>? in
      guard let index = rows.index(id: id) else { return nil }
      // By its position: the subscript by id takes the element out of its place, and it may be bigger than the stack.
      let (effect, isReplaced) = IdentityTracker.known.edit(&rows[elementAt: index]) { row in
        ReductionContext.within(place, isDismissible: false) { child.reduce(into: &row, action: childAction) }
      }
      if isReplaced { rows.noteReplacement() }
      return effect
    }
    guard let effect else {
      MissingChild(name: "forEach", location: location)
        .report("an action for an element that is missing", action: action, child: "element")
      return (nil, .none)
    }
    return (id, effect)
  }

  private func rows<Result>(
    in state: inout Base.State,
    _ read: (IdentifiedArray<ID, Child.State>) -> Result
  ) -> Result {
    path.read(&state) { read($0.value) }
  }
}
