public import CaseKeyPaths
@_spi(Internals) import CounterpointSupport

/// A child that an operator such as `ifLet` adds to a reducer, for one shape of state: optional, presented, a list or a
/// stack.
///
/// The operators are generic over it, so that each name has one declaration. The compiler looks up the next operator of
/// a chain in the result of this one; with several declarations it tries all combinations.
///
/// The library conforms to it. ``ChildBuilder`` and ``ElementBuilder`` choose the link by the types of the state and
/// the action.
public protocol _ChildLink<Slot, Message> {
  /// The type of the property that contains the child, or the children.
  associatedtype Slot
  /// The payload of the parent's action for the child.
  associatedtype Message

  /// Runs the child for its actions, then its parent; cancels what the removed child has started.
  static func _reduce<Base: Reducer>(
    _ linked: _LinkedReducer<Base, Self>,
    into state: inout Base.State,
    action: Base.Action
  ) -> Effect<Base.Action>

  /// Visits the type of the child's reducer.
  static func _findHooks(_ search: inout _LifecycleSearch)

  /// Adds the children to the lifecycle of their parent.
  static func _describe<Base: Reducer>(
    _ linked: _LinkedReducer<Base, Self>,
    in lifecycle: inout _FeatureLifecycle<Base.State, Base.Action>
  )
}

/// A reducer with a child, or with children in one property. Created by `ifLet` and `forEach`.
public struct _LinkedReducer<Base: Reducer, Link: _ChildLink>: Reducer {
  @usableFromInline let base: InnerReducer<Base>
  @usableFromInline let link: Link
  @usableFromInline let path: StatePath<Base.State, Link.Slot>
  let property: ChildProperty
  @usableFromInline let toAction: AnyCasePath<Base.Action, Link.Message>
  let location: SourceLocation

  @usableFromInline
  init(
    _ base: Base,
    _ link: Link,
    state: WritableKeyPath<Base.State, Link.Slot>,
    action: CaseKeyPath<Base.Action, Link.Message>,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    self.base = InnerReducer(base)
    self.link = link
    self.path = StatePath.of(state)
    self.property = ChildProperty(state)
    self.toAction = AnyCasePath(action)
    self.location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  // Inlined into the caller, where the types are known. Code that is compiled for all types looks each of them up.

  /// Runs the child for its actions, then this reducer.
  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    Link._reduce(self, into: &state, action: action)
  }
}

/// A link whose children have a lifecycle.
protocol LifecycleLink: _ChildLink {
  associatedtype Child: Reducer

  var child: InnerReducer<Child> { get }

  /// Describes the children for their lifecycle. The identity of a child is the one that decides the cancellation of
  /// its effects.
  static func children<Base: Reducer>(
    of linked: _LinkedReducer<Base, Self>
  ) -> ChildLifecycle<Base.State, Base.Action, Child>.Operator
}

extension LifecycleLink {
  /// Visits the type of the child's reducer.
  public static func _findHooks(_ search: inout _LifecycleSearch) {
    search.visit(Child.self)
  }

  /// Adds the children.
  public static func _describe<Base: Reducer>(
    _ linked: _LinkedReducer<Base, Self>,
    in lifecycle: inout _FeatureLifecycle<Base.State, Base.Action>
  ) {
    lifecycle.add(children: linked.link.child.base, children(of: linked))
  }
}

extension _LinkedReducer {
  /// Visits the parent and the child.
  public static func _findHooks(_ search: inout _LifecycleSearch) {
    search.visit(Base.self)
    Link._findHooks(&search)
  }

  /// Adds the hooks of the parent, and the children.
  public func _describe(in lifecycle: inout _FeatureLifecycle<Base.State, Base.Action>) {
    lifecycle.add(base.base)
    Link._describe(self, in: &lifecycle)
  }
}
