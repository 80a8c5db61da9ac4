public import CaseKeyPaths
import CounterpointSupport
public import IdentifiedArrays

extension Reducer {
  /// Runs a child feature for each element of a list in this reducer's state.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .forEach(\.rows, action: \.rows) { Row() }
  /// ```
  ///
  /// For an element's action, the child runs first, on that element in place, then this reducer. When this reducer
  /// removes an element, the element's effects are canceled, except those that it returns for the action that removes
  /// it.
  ///
  /// An action for an absent element is reported as an issue; this reducer still runs.
  ///
  /// The cost of an action does not depend on the number of elements.
  ///
  /// - Parameters:
  ///   - state: The list. A stored property, or a field of observable state.
  ///   - action: The case that holds the elements' actions.
  ///   - element: The reducer of an element.
  @inlinable
  @warn_unqualified_access
  public func forEach<ID: Hashable & Sendable, ElementState, ElementAction, Element>(
    _ state: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where Element: Reducer<ElementState, ElementAction> {
    ForEachReducer(
      self,
      child: element(),
      state: state,
      action: action,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

/// A reducer with a list of children. Created by `forEach`.
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
    // The fast path for other actions. It is inlined into the caller, where the types are known.
    if !ReductionContext.isTracking, toAction.extract(from: action) == nil {
      return base.reduce(into: &state, action: action)
    }
    return reduceWithElements(into: &state, action: action)
  }

  // Not inlined, so that the fast path stays small.
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
    guard let tracking, tracking.followsReplacement || membership != rows(in: &state, { $0.membership }) else {
      return effect
    }
    // Only the elements with effects in flight are checked, because there may be many others.
    let children = tracking.children(in: property)
    let removed = rows(in: &state) { rows in
      children.filter { child in child.id(as: ID.self).map { rows.index(id: $0) == nil } ?? true }
    }
    return effect.merge(with: .cancel(removed, in: property))
  }

  private func reduceChild(
    into state: inout Base.State,
    action: Base.Action
  ) -> (id: ID?, effect: Effect<Child.Action>) {
    guard case .element(let id, let childAction)? = toAction.extract(from: action) else { return (nil, .none) }
    let childID = ReductionContext.tracking.map { _ in
      ChildID(property: property, identity: ChildIdentity(id: id))
    }
    let effect = path.edit(&state) { rows -> Effect<Child.Action>? in
      guard let index = rows.index(id: id) else { return nil }
      // By its position, because the subscript by id moves the element, which may be bigger than the thread's stack.
      let (effect, isReplaced) = IdentityTracker.cached.edit(&rows[elementAt: index]) { row in
        ReductionContext.within(childID, isDismissible: false) { child.reduce(into: &row, action: childAction) }
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
