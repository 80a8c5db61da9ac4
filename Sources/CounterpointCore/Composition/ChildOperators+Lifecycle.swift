import CaseKeyPaths
import IdentifiedArrays
import OrderedCollections

// The lifecycle of composed features. The identity of a child is the one that decides the cancellation of its effects.

extension Scope: LifecycleProvider {
  static func findHooks(_ search: inout LifecycleSearch) {
    search.visit(Child.self)
  }

  func describe(in lifecycle: inout FeatureLifecycle<ParentState, ParentAction>) {
    lifecycle.add(base, at: path, context) { [toChildAction] in toChildAction.embed($0) }
  }
}

extension IfLetReducer: LifecycleProvider {
  static func findHooks(_ search: inout LifecycleSearch) {
    search.visit(Base.self)
    search.visit(Child.self)
  }

  func describe(in lifecycle: inout FeatureLifecycle<Base.State, Base.Action>) {
    lifecycle.add(base.base)
    lifecycle.add(
      children: child.base,
      .init(
        property: property,
        identities: { [path] state in
          path.read(in: state) { child in child.payload().map { [ChildIdentity(of: $0)] } ?? [] }
        },
        forEach: { [path] state, body in path.read(in: state) { child in _ = child.payload().map(body) } },
        embed: { [toAction] _ in { toAction.embed($0) } }
      )
    )
  }
}

extension PresentationReducer: LifecycleProvider {
  static func findHooks(_ search: inout LifecycleSearch) {
    search.visit(Base.self)
    search.visit(Child.self)
  }

  func describe(in lifecycle: inout FeatureLifecycle<Base.State, Base.Action>) {
    lifecycle.add(base.base)
    lifecycle.add(
      children: child.base,
      .init(
        property: property,
        isDismissible: true,
        identities: { [path] state in
          path.read(in: state) { presentation in presentation.value.read { [ChildIdentity(of: $0)] } ?? [] }
        },
        forEach: { [path] state, body in path.read(in: state) { presentation in _ = presentation.value.read(body) } },
        embed: { [toAction] _ in { toAction.embed(.presented($0)) } },
        dismissal: { [toAction] _ in toAction.embed(.dismiss) }
      )
    )
  }
}

extension IfCaseLetReducer: LifecycleProvider {
  static func findHooks(_ search: inout LifecycleSearch) {
    search.visit(Base.self)
    search.visit(Child.self)
  }

  func describe(in lifecycle: inout FeatureLifecycle<Base.State, Base.Action>) {
    lifecycle.add(base.base)
    lifecycle.add(
      children: child.base,
      .init(
        property: property,
        identities: { state in
          payload(of: state).map { [ChildIdentity(of: $0.state, orOfEnum: identifier(of: state))] } ?? []
        },
        forEach: { state, body in
          if let payload = payload(of: state) { body(payload.state) }
        },
        embed: { [toAction] _ in { toAction.embed($0) } }
      )
    )
  }

  /// Returns the child's state on the heap, because it may be too big for the stack.
  // Not inlined, because its stack frame has room for a state of the child.
  @inline(never)
  private func payload(of state: Address<Base.State>) -> StateSnapshot<Child.State>? {
    guard let payload = state.lend({ toState.extract(from: $0) }) else { return nil }
    return withAddress(of: payload) { StateSnapshot($0) }
  }
}

extension ForEachReducer: LifecycleProvider {
  static func findHooks(_ search: inout LifecycleSearch) {
    search.visit(Base.self)
    search.visit(Child.self)
  }

  func describe(in lifecycle: inout FeatureLifecycle<Base.State, Base.Action>) {
    lifecycle.add(base.base)
    lifecycle.add(
      children: child.base,
      .init(
        property: property,
        membership: { [path] state in path.read(in: state) { $0.value.membership } },
        identities: { [path] state in
          path.read(in: state) { rows in rows.value.ids.map { ChildIdentity(id: $0) } }
        },
        forEach: { [path] state, body in
          path.read(in: state) { rows in
            for id in rows.value.ids {
              rows.value.withElement(id: id) { (row: Address<Child.State>?) in _ = row.map(body) }
            }
          }
        },
        embed: { [toAction] child in
          guard let id = child.id(as: ID.self) else { preconditionFailure("\(child) is not the id of a row.") }
          return { toAction.embed(.element(id: id, action: $0)) }
        }
      )
    )
  }
}

extension StackReducer: LifecycleProvider {
  static func findHooks(_ search: inout LifecycleSearch) {
    search.visit(Base.self)
    search.visit(Child.self)
  }

  func describe(in lifecycle: inout FeatureLifecycle<Base.State, Base.Action>) {
    lifecycle.add(base.base)
    lifecycle.add(
      children: child.base,
      .init(
        property: property,
        isDismissible: true,
        membership: { [path] state in path.read(in: state) { $0.value.membership } },
        identities: { [path] state in
          path.read(in: state) { stack in stack.value.ids.map { ChildIdentity(id: $0) } }
        },
        forEach: { [path] state, body in
          path.read(in: state) { stack in
            for index in stack.value.elements.values.indices {
              stack.value.elements.values.withElement(at: index) { element in _ = element.map(body) }
            }
          }
        },
        embed: { [toAction] child in
          let id = Self.elementID(child)
          return { toAction.embed(.element(id: id, action: $0)) }
        },
        dismissal: { [toAction] child in toAction.embed(.popFrom(id: Self.elementID(child))) }
      )
    )
  }

  private static func elementID(_ child: ChildIdentity) -> StackElementID {
    guard let id = child.id(as: StackElementID.self) else {
      preconditionFailure("\(child) is not the id of a stack's element.")
    }
    return id
  }
}
