@_spi(Internals) import CounterpointSupport
import DependencyInjection

/// The lifecycle of a feature, as its reducers describe it: the hooks, then the children that have a lifecycle.
public struct _FeatureLifecycle<State, Action> {
  private(set) var parts: [any LifecyclePart<State, Action>] = []

  /// Collects the lifecycle of a reducer, whose body is evaluated for it.
  init(of reducer: some Reducer<State, Action>) {
    add(reducer)
    // Stable, so that parts of one rank keep the order of the body.
    parts = parts.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element)
  }

  /// Whether the feature must be updated after each action.
  var needsUpdates: Bool { parts.contains(where: \.needsUpdates) }

  /// Mounts and dismounts what an action has changed; see ``LifecyclePart/update(_:_:in:_:)``.
  func update(
    _ feature: MountedFeature,
    _ state: Address<State>,
    in tree: MountedTree,
    _ effects: inout LifecycleEffects<Action>
  ) {
    while feature.parts.count < parts.count { feature.parts.append(nil) }
    for (index, part) in parts.enumerated() {
      var mounted = feature.parts[index]
      part.update(&mounted, state, in: tree, &effects)
      feature.parts[index] = mounted
    }
  }

  /// Dismounts a removed feature: its children first.
  func dismount(_ feature: MountedFeature, _ effects: inout [Effect<Action>]) {
    for (part, mounted) in zip(parts, feature.parts).reversed() {
      if let mounted { part.dismount(mounted, &effects) }
    }
  }
}

extension _FeatureLifecycle {
  /// Adds what a reducer describes.
  mutating func add<R: Reducer<State, Action>>(_ reducer: R) {
    reducer._describe(in: &self)
  }

  mutating func append(_ part: any LifecyclePart<State, Action>) {
    parts.append(part)
  }

  /// Adds the lifecycle of a reducer that runs on a part of the state.
  ///
  /// - Parameters:
  ///   - child: The reducer.
  ///   - path: The part of the state.
  ///   - context: The child; `nil` if the reducer is a part of the same feature.
  ///   - embed: Embeds the child's action in the parent's.
  mutating func add<Child: Reducer>(
    _ child: Child,
    at path: StatePath<State, Child.State>,
    _ context: ChildEffectContext<Action>?,
    embed: @escaping @Sendable (Child.Action) -> Action
  ) {
    guard _LifecycleSearch.findsHook(in: Child.self) else { return }
    for part in _FeatureLifecycle<Child.State, Child.Action>(of: child).parts {
      parts.append(ScopedPart(part, path, context, embed: embed))
    }
  }

  /// Adds the children of an operator, if they have a lifecycle.
  mutating func add<Child: Reducer>(
    children child: Child,
    _ composition: @autoclosure () -> ChildLifecycle<State, Action, Child>.Operator
  ) {
    guard _LifecycleSearch.findsHook(in: Child.self) else { return }
    parts.append(ChildLifecycle(child, composition()))
  }

  /// Adds the lifecycle of a reducer whose dependencies are overridden.
  mutating func add<R: Reducer<State, Action>>(
    _ reducer: R,
    updating update: @escaping (inout DependencyValues) -> Void
  ) {
    guard _LifecycleSearch.findsHook(in: R.self) else { return }
    for part in _FeatureLifecycle(of: reducer).parts { parts.append(DependencyPart(part, update)) }
  }
}

/// A part of a lifecycle with overridden dependencies.
private final class DependencyPart<State, Action>: LifecyclePart {
  private let part: any LifecyclePart<State, Action>
  private let update: (inout DependencyValues) -> Void

  init(_ part: any LifecyclePart<State, Action>, _ update: @escaping (inout DependencyValues) -> Void) {
    self.part = part
    self.update = update
  }

  var rank: Int { part.rank }

  var needsUpdates: Bool { part.needsUpdates }

  func update(
    _ mounted: inout (any MountedPart)?,
    _ state: Address<State>,
    in tree: MountedTree,
    _ effects: inout LifecycleEffects<Action>
  ) {
    withDependencies { part.update(&mounted, state, in: tree, &effects) }
  }

  func dismount(_ mounted: any MountedPart, _ effects: inout [Effect<Action>]) {
    withDependencies { part.dismount(mounted, &effects) }
  }

  private func withDependencies(_ body: () -> Void) {
    var dependencies = DependencyValues._current
    dependencies.update(update)
    dependencies.run(body)
  }
}
