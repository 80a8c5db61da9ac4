@_spi(Internals) import CounterpointSupport
import IdentifiedArrays
import OrderedCollections

/// A feature that is in the state of a store, with what its lifecycle must know.
final class MountedFeature {
  /// The mounted hooks and children, for each part of the feature's lifecycle.
  var parts: [(any MountedPart)?] = []
  /// Whether the last action has replaced the feature by one with the same identity: its effects were canceled.
  var isReplaced = false
}

/// A mounted hook, or the mounted children in one property.
protocol MountedPart: AnyObject {}

/// A mounted part of the feature in a scope.
final class MountedScope: MountedPart {
  /// The child of the scope; `nil` if the scope is a part of the same feature.
  let child: ChildID?
  var part: (any MountedPart)?

  init(_ child: ChildID?) {
    self.child = child
  }
}

/// The mounted children in one property of a feature.
final class MountedChildren: MountedPart {
  let property: ChildProperty
  /// The children in the order of the state.
  var features: OrderedDictionary<ChildIdentity, MountedFeature> = [:]
  /// The version of the list's elements when it was last compared; `nil` if the property is no list.
  var membership: Membership?
  /// Whether a child was replaced by one with the same identity.
  var hasReplacement = false

  init(in property: ChildProperty) {
    self.property = property
  }
}

/// The mounted features of one store. Used on the store's actor.
final class MountedTree: MountedFeatures {
  let root = MountedFeature()
  /// Whether the closures of hooks are called. If not, features are mounted and dismounted silently.
  var runsHooks = true
  private(set) var updateCount = 0
  private var mountedHooks: Set<SourceLocation> = []
  private var lastMountID = 0

  func beginUpdate() {
    updateCount += 1
  }

  func makeMountID() -> MountID {
    lastMountID += 1
    return MountID(number: lastMountID)
  }

  func noteMount(of hook: SourceLocation) {
    mountedHooks.insert(hook)
  }

  func hasMounted(_ hook: SourceLocation) -> Bool {
    mountedHooks.contains(hook)
  }

  func children(in property: ChildProperty, of path: FeaturePath?) -> [ChildIdentity] {
    mountedChildren(in: property, of: path).flatMap { $0.features.keys }
  }

  /// Marks the children whose effects an action cancels. They count as replaced if they are in the state again.
  func noteReplacements<Action>(by effect: Effect<Action>) {
    effect.operation?.forEachRemoval(of: nil) { children, property, path in
      for mounted in mountedChildren(in: property, of: path) {
        for child in children {
          guard let feature = mounted.features[child] else { continue }
          feature.isReplaced = true
          mounted.hasReplacement = true
        }
      }
    }
  }

  /// Returns the mounted children in a property of the feature at a path. Several operators may have a child in the
  /// same property.
  private func mountedChildren(in property: ChildProperty, of path: FeaturePath?) -> [MountedChildren] {
    parts(at: path).compactMap { $0 as? MountedChildren }.filter { $0.property == property }
  }

  /// Returns the mounted parts of the feature at a path.
  private func parts(at path: FeaturePath?) -> [any MountedPart] {
    guard let path else { return Self.parts(of: root) }
    return parts(at: path.parent).flatMap { part -> [any MountedPart] in
      switch part {
      case let scope as MountedScope where scope.child == path.child:
        Self.unscoped(scope.part)
      case let children as MountedChildren where children.property == path.child.property:
        children.features[path.child.identity].map(Self.parts) ?? []
      default:
        []
      }
    }
  }

  private static func parts(of feature: MountedFeature) -> [any MountedPart] {
    feature.parts.flatMap(unscoped)
  }

  /// Returns a part; for a scope that is a part of the same feature, the part in it.
  private static func unscoped(_ part: (any MountedPart)?) -> [any MountedPart] {
    guard let part else { return [] }
    guard let scope = part as? MountedScope, scope.child == nil else { return [part] }
    return unscoped(scope.part)
  }
}

extension Effect.Operation {
  /// Calls a function with the children whose effects the operation cancels because an operator has seen their removal.
  fileprivate func forEachRemoval(
    of path: FeaturePath?,
    _ body: ([ChildIdentity], ChildProperty, FeaturePath?) -> Void
  ) {
    switch self {
    case .cancelChildren(let property, let children):
      body(children, property, path)
    case .child(let child, let operation):
      operation.forEachRemoval(of: FeaturePath(child.id, in: path), body)
    case .merge(let operations), .concatenate(let operations):
      for operation in operations { operation.forEachRemoval(of: path, body) }
    case .cancellable(_, _, let operation), .throttle(_, let operation):
      operation.forEachRemoval(of: path, body)
    case .replacement(let dismounts, let mounts):
      dismounts.forEachRemoval(of: path, body)
      mounts.forEachRemoval(of: path, body)
    case .send, .sync, .run, .cancel:
      break
    }
  }
}
