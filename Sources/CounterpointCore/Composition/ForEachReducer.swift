public import CaseKeyPaths
@_spi(Internals) import CounterpointSupport
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
  @usableFromInline let child: InnerReducer<Child>
  @usableFromInline let path: StatePath<Base.State, IdentifiedArray<ID, Child.State>>
  @usableFromInline let tracker: IdentityTracker<Child.State>?
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
    self.tracker = IdentityTracker.cached
    self.property = ChildProperty(state)
    self.toAction = AnyCasePath(action)
    self.location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  // Inlined into the caller, where the types are known. Code that is compiled for all types looks each of them up.
  @inlinable
  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
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
  func reduceElement(
    _ id: ID,
    _ childAction: Child.Action,
    into state: inout Base.State,
    action: Base.Action
  ) -> Effect<Base.Action> {
    guard let childEffect = editElement(id, in: &state, { child.reduce(into: &$0, action: childAction) }) else {
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
  func editElement(
    _ id: ID,
    in state: inout Base.State,
    _ edit: (inout Child.State) -> Effect<Child.Action>
  ) -> Effect<Child.Action>? {
    var effect: Effect<Child.Action>?
    path.edit(&state) { rows in
      guard let index = rows.index(id: id) else { return }
      // By its position, because the subscript by id moves the element, which may be bigger than the thread's stack.
      guard let tracker else { return effect = edit(&rows[index]) }
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
  func reduceTracking(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
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

  private func reduceChildTracking(
    into state: inout Base.State,
    action: Base.Action
  ) -> (id: ID?, effect: Effect<Child.Action>) {
    guard case .element(let id, let childAction)? = toAction.extract(from: action) else { return (nil, .none) }
    let childID = ChildID(property: property, identity: ChildIdentity(id: id))
    let effect = editElement(id, in: &state) { row in
      ReductionContext.within(childID, isDismissible: false) { child.reduce(into: &row, action: childAction) }
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
  func merge(
    _ childEffect: Effect<Child.Action>,
    of id: ID,
    with parentEffect: Effect<Base.Action>,
    in state: inout Base.State
  ) -> Effect<Base.Action> {
    let context = ChildEffectContext<Base.Action>(
      ChildID(property: property, identity: ChildIdentity(id: id)),
      isPresent: rows(in: &state) { $0.index(id: id) != nil },
      dismissal: nil
    )
    return childEffect.scoped(to: context) { [toAction] in toAction.embed(.element(id: id, action: $0)) }
      .merge(with: parentEffect)
  }

  @usableFromInline
  @inline(never)
  func reportMissing(_ action: Base.Action) {
    MissingChild(name: "forEach", location: location)
      .report("an action for an element that is missing", action: action, child: "element")
  }

  private func rows<Result>(
    in state: inout Base.State,
    _ read: (IdentifiedArray<ID, Child.State>) -> Result
  ) -> Result {
    path.read(&state) { read($0.value) }
  }
}
