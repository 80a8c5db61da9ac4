/// A part of a feature's lifecycle: a hook, or the children in one property.
///
/// Immutable: what is mounted is in the ``MountedFeature``, because one reducer runs for all elements of a list.
protocol LifecyclePart<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action

  /// The position among the parts of a feature: hooks come before children, and the hooks of a feature before those of
  /// its scopes.
  var rank: Int { get }

  /// Whether the part must be updated after each action. If not, it is updated only when its feature is mounted.
  var needsUpdates: Bool { get }

  /// Compares the state after an action with what is mounted, and mounts and dismounts what differs.
  ///
  /// - Parameters:
  ///   - mounted: What is mounted; `nil` if the feature has just appeared.
  ///   - state: The state of the feature.
  ///   - tree: The mounted features of the store.
  ///   - effects: Receives the effects.
  func update(
    _ mounted: inout (any MountedPart)?,
    _ state: Address<State>,
    in tree: MountedTree,
    _ effects: inout LifecycleEffects<Action>
  )

  /// Dismounts what is mounted, because the feature was removed.
  ///
  /// - Parameters:
  ///   - mounted: What is mounted.
  ///   - effects: Receives the effects.
  func dismount(_ mounted: any MountedPart, _ effects: inout [Effect<Action>])
}

/// The effects of mounts and dismounts after one action. Those of dismounts start first.
struct LifecycleEffects<Action> {
  var dismounts: [Effect<Action>] = []
  var mounts: [Effect<Action>] = []

  var isEmpty: Bool { dismounts.isEmpty && mounts.isEmpty }

  mutating func appendMount(_ effect: Effect<Action>) {
    if effect.operation != nil { mounts.append(effect) }
  }

  mutating func appendDismount(_ effect: Effect<Action>) {
    if effect.operation != nil { dismounts.append(effect) }
  }

  /// Appends the effects of another feature, as those of this one.
  mutating func append<Child>(_ other: LifecycleEffects<Child>, _ transform: (Effect<Child>) -> Effect<Action>) {
    if !other.dismounts.isEmpty { dismounts.append(transform(.merge(other.dismounts))) }
    if !other.mounts.isEmpty { mounts.append(transform(.merge(other.mounts))) }
  }
}

/// A part of a scope, as a part of the feature that contains the scope.
final class ScopedPart<State, Action, ChildState, ChildAction>: LifecyclePart {
  let rank: Int
  private let part: any LifecyclePart<ChildState, ChildAction>
  private let path: StatePath<State, ChildState>
  /// The child; `nil` if the scope is a part of the same feature.
  private let context: ChildEffectContext<Action>?
  private let embed: @Sendable (ChildAction) -> Action

  init(
    _ part: any LifecyclePart<ChildState, ChildAction>,
    _ path: StatePath<State, ChildState>,
    _ context: ChildEffectContext<Action>?,
    embed: @escaping @Sendable (ChildAction) -> Action
  ) {
    self.part = part
    self.path = path
    self.context = context
    self.embed = embed
    rank = part.rank == .max ? .max : part.rank + 1
  }

  var needsUpdates: Bool { part.needsUpdates }

  func update(
    _ mounted: inout (any MountedPart)?,
    _ state: Address<State>,
    in tree: MountedTree,
    _ effects: inout LifecycleEffects<Action>
  ) {
    var scoped = LifecycleEffects<ChildAction>()
    let inner = mounted as? MountedScope ?? MountedScope(context?.id)
    path.read(in: state) { part.update(&inner.part, $0, in: tree, &scoped) }
    mounted = inner
    effects.append(scoped) { $0.scoped(to: context, embed: embed) }
  }

  func dismount(_ mounted: any MountedPart, _ effects: inout [Effect<Action>]) {
    guard let inner = (mounted as? MountedScope)?.part else { return }
    var scoped: [Effect<ChildAction>] = []
    part.dismount(inner, &scoped)
    effects += scoped.map { $0.scoped(to: context, embed: embed) }
  }
}
