import CaseKeyPaths

/// A reducer of an enum, with a child in one of the cases. `ifCaseLet` makes it.
struct IfCaseLetReducer<Base: Reducer, Child: Reducer>: Reducer {
  let base: InnerReducer<Base>
  let child: InnerReducer<Child>
  let slot: Slot
  let toState: AnyCasePath<Base.State, Child.State>
  let toAction: AnyCasePath<Base.Action, Child.Action>
  let location: SourceLocation

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let tracking = CurrentPlace.tracking
    let childEffect = reduceChild(into: &state, action: action)
    let hasEffect = childEffect.operation != nil
    // Found only where it matters, because it costs more than a small reduction.
    let before = tracking != nil || hasEffect ? identity(in: &state) : nil

    let parentEffect = base.reduce(into: &state, action: action)
    guard tracking != nil || hasEffect else { return parentEffect }

    let after = identity(in: &state)
    var effect = parentEffect
    if let before, hasEffect {
      let placement = Placement<Base.Action>(
        child: ChildID(slot: slot, identity: before),
        isPresent: after == before,
        dismissal: nil
      )
      effect = childEffect.placed(placement) { [toAction] in toAction.embed($0) }.merge(with: parentEffect)
    }
    guard let tracking, before != after else { return effect }
    return effect.merge(with: .vacated(slot, tracking.children(in: slot).filter { $0 != after }))
  }

  private func reduceChild(into state: inout Base.State, action: Base.Action) -> Effect<Child.Action> {
    guard let childAction = toAction.extract(from: action) else { return .none }
    let id = CurrentPlace.tracking.flatMap { _ in
      identity(in: &state).map { ChildID(slot: slot, identity: $0) }
    }
    let effect = toState.edit(&state) { childState in
      CurrentPlace.within(id, isDismissible: false) { child.reduce(into: &childState, action: childAction) }
    }
    guard let effect else {
      MissingChild(name: "ifCaseLet", location: location).report(
        "a child action while the state was in another case",
        action: action,
        insteadOf: "\nThe state was:\n\n\(indentedDump(of: state))\n"
      )
      return .none
    }
    return effect
  }

  @inline(never)
  private func identity(in state: inout Base.State) -> ChildIdentity? {
    guard let payload = toState.extract(from: state) else { return nil }
    let enumID = unsafe withUnsafePointer(to: &state) { unsafe identifier(of: $0) }
    return unsafe withUnsafePointer(to: payload) { unsafe ChildIdentity(of: $0, orOfEnum: enumID) }
  }
}

extension AnyCasePath {
  /// Edits the payload of an enum in place: the enum is empty meanwhile, so that nothing is copied that both would share.
  ///
  /// A big payload is put on the heap and not on the stack, where there would be one for each level of a tree of features.
  ///
  /// - Returns: What `edit` returned; `nil` if the enum is in another case.
  fileprivate func edit<Result>(_ root: inout Root, _ edit: (inout Value) -> Result) -> Result? {
    unsafe withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { buffer in
      guard let payload = buffer.baseAddress, unsafe moveOut(of: &root, to: payload) else { return nil }
      let result = unsafe edit(&payload.pointee)
      unsafe moveIn(&root, from: payload)
      return result
    }
  }

  /// Takes the payload out of an enum, which has no value until ``moveIn(_:from:)``.
  ///
  /// - Returns: Whether the enum was in the case; if not, it still has its value.
  @inline(never)
  private func moveOut(of root: inout Root, to payload: UnsafeMutablePointer<Value>) -> Bool {
    guard let value = extract(from: root) else { return false }
    unsafe payload.initialize(to: value)
    // Safe because nobody can look at the enum before it has a value again: this access to it is exclusive.
    unsafe withUnsafeMutablePointer(to: &root) { _ = unsafe $0.deinitialize(count: 1) }
    return true
  }

  @inline(never)
  private func moveIn(_ root: inout Root, from payload: UnsafeMutablePointer<Value>) {
    let value = unsafe payload.move()
    unsafe withUnsafeMutablePointer(to: &root) { unsafe $0.initialize(to: embed(value)) }
  }
}
