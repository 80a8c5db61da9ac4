import IdentifiedArrays
import OrderedCollections

/// The children in one property of a feature, as a part of its lifecycle.
final class ChildLifecycle<State, Action, Child: Reducer>: LifecyclePart {
  /// The operator that composes the children with their parent.
  struct Operator {
    let property: ChildProperty
    /// Whether the children can be dismissed.
    var isDismissible = false
    /// Returns the version of a list's elements; `nil` if the property is no list.
    var membership: ((Address<State>) -> Membership)?
    /// Returns the identities of the present children, in their order.
    let identities: (_ state: Address<State>) -> [ChildIdentity]
    /// Calls a function with each present child, in the same order.
    let forEach: (_ state: Address<State>, _ body: (Address<Child.State>) -> Void) -> Void
    /// Returns the function that embeds a child's action.
    let embed: (ChildIdentity) -> @Sendable (Child.Action) -> Action
    /// Returns the action that dismisses a child; `nil` if it can't be dismissed.
    var dismissal: (ChildIdentity) -> Action? = { _ in nil }
  }

  private let composition: Operator
  private let child: Child
  /// Created for the first present child, because a feature may contain itself.
  private lazy var lifecycle = _FeatureLifecycle(of: child)

  init(_ child: Child, _ composition: Operator) {
    self.child = child
    self.composition = composition
  }

  var rank: Int { .max }

  var needsUpdates: Bool { true }

  func update(
    _ mounted: inout (any MountedPart)?,
    _ state: Address<State>,
    in tree: MountedTree,
    _ effects: inout LifecycleEffects<Action>
  ) {
    let children = mounted as? MountedChildren ?? MountedChildren(in: composition.property)
    mounted = children
    let membership = composition.membership?(state)
    if membership == nil || membership != children.membership || children.hasReplacement {
      children.membership = membership
      replace(children, by: composition.identities(state), in: tree, &effects)
    } else if children.features.isEmpty || !lifecycle.needsUpdates {
      return
    }
    var features = children.features.elements.makeIterator()
    composition.forEach(state) { child in
      if let (identity, feature) = features.next() { update(feature, identity, child, in: tree, &effects) }
    }
  }

  /// Dismounts the children that were removed or replaced, and adds those that have appeared.
  private func replace(
    _ children: MountedChildren,
    by identities: [ChildIdentity],
    in tree: MountedTree,
    _ effects: inout LifecycleEffects<Action>
  ) {
    let previous = children.features
    guard children.hasReplacement || !identities.elementsEqual(previous.keys) else { return }
    children.hasReplacement = false
    children.features = OrderedDictionary(
      uniqueKeysWithValues: identities.map { identity in
        (identity, previous[identity].flatMap { $0.isReplaced ? nil : $0 } ?? MountedFeature())
      }
    )
    guard tree.runsHooks else { return }
    for (identity, feature) in previous where children.features[identity] !== feature {
      remove(feature, identity, &effects)
    }
  }

  private func update(
    _ feature: MountedFeature,
    _ identity: ChildIdentity,
    _ child: Address<Child.State>,
    in tree: MountedTree,
    _ effects: inout LifecycleEffects<Action>
  ) {
    var own = LifecycleEffects<Child.Action>()
    // The child's path is needed only by operators, which don't run here.
    ReductionContext.within(nil, isDismissible: composition.isDismissible) {
      lifecycle.update(feature, child, in: tree, &own)
    }
    guard !own.isEmpty else { return }
    effects.append(own) { scoped($0, to: identity, isPresent: true) }
  }

  /// Dismounts a child and cancels its effects, those of the action that removed it excepted.
  private func remove(
    _ feature: MountedFeature,
    _ identity: ChildIdentity,
    _ effects: inout LifecycleEffects<Action>
  ) {
    effects.appendDismount(.cancel([identity], in: composition.property))
    effects.appendDismount(dismount(feature, identity))
  }

  func dismount(_ mounted: any MountedPart, _ effects: inout [Effect<Action>]) {
    guard let children = mounted as? MountedChildren else { return }
    for (identity, feature) in children.features { effects.append(dismount(feature, identity)) }
  }

  private func dismount(_ feature: MountedFeature, _ identity: ChildIdentity) -> Effect<Action> {
    var own: [Effect<Child.Action>] = []
    lifecycle.dismount(feature, &own)
    return scoped(.merge(own), to: identity, isPresent: false)
  }

  private func scoped(_ effect: Effect<Child.Action>, to child: ChildIdentity, isPresent: Bool) -> Effect<Action> {
    let context = ChildEffectContext<Action>(
      ChildID(property: composition.property, identity: child),
      isPresent: isPresent,
      dismissal: composition.dismissal(child)
    )
    return effect.scoped(to: context, embed: composition.embed(child))
  }
}
