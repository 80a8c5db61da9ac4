@_spi(Internals) import CounterpointSupport
import CounterpointThreadLocals

/// The path from the root of a feature tree to a descendant, as a list of children linked upward.
///
/// The root has no path: it is `nil`. Equality compares the whole path; the hash is computed once.
@usableFromInline
final class FeaturePath: Sendable {
  /// The path of the parent; `nil` for the root of the tree.
  let parent: FeaturePath?
  /// The last child on the path.
  let child: ChildID
  private let hash: Int

  init(_ child: ChildID, in parent: FeaturePath?) {
    self.parent = parent
    self.child = child
    var hasher = Hasher()
    hasher.combine(parent)
    hasher.combine(child)
    self.hash = hasher.finalize()
  }
}

extension FeaturePath: Hashable {
  @usableFromInline
  static func == (lhs: FeaturePath, rhs: FeaturePath) -> Bool {
    lhs === rhs || (lhs.hash == rhs.hash && lhs.child == rhs.child && lhs.parent == rhs.parent)
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }
}

/// A child of a feature: the property that holds it, and its identity.
@usableFromInline
struct ChildID: Hashable, Sendable {
  let property: ChildProperty
  let identity: ChildIdentity
}

/// The property or case of a parent's state that holds one or several children: the key path given to the operator
/// that composes them.
@usableFromInline
struct ChildProperty: Hashable, @unchecked Sendable {
  // @unchecked because a key path can capture a value that is not Sendable. This one is only compared.
  private let keyPath: AnyKeyPath

  init(_ keyPath: AnyKeyPath) {
    self.keyPath = keyPath
  }
}

/// The identity of a child that distinguishes it from a replacement: the case of an enum, and an id, if there are
/// any.
///
/// A child that is replaced by one with the same identity keeps its effects.
@usableFromInline
struct ChildIdentity: Hashable, @unchecked Sendable {
  // @unchecked because an id need not be Sendable. It is only compared, and hashed values are immutable.
  private let enumCase: AnyHashable?
  private let id: AnyHashable?

  init(case enumCase: AnyHashable? = nil, id: AnyHashable? = nil) {
    self.enumCase = enumCase
    self.id = id
  }

  /// Returns the id of the child, if it has this type.
  func id<ID>(as type: ID.Type) -> ID? {
    id as? ID
  }
}

/// The feature path of a store's running reduction.
///
/// During a reduction it is the current context of the thread, where the operators that compose reducers find it.
@usableFromInline
final class ReductionContext {
  private let registry: CancellationRegistry
  private var path: FeaturePath?
  private var tracksChildren = false

  /// The mounted features of the store; `nil` if no feature has a lifecycle.
  var mounted: (any MountedFeatures)? {
    didSet { if oldValue == nil { registry.trackChildrenAlways() } }
  }

  /// Whether the reduction may reach lifecycle hooks that the store does not call.
  var allowsUncalledHooks = false

  /// Whether the reduction is in a child that can be dismissed.
  private(set) var isPresented = false

  /// Whether the state was replaced before the current reducer. The state before and after it then shows no removals.
  private(set) var followsReplacement = false

  init(registry: CancellationRegistry) {
    self.registry = registry
  }

  /// The context of the reduction on this thread; `nil` if no store is reducing on it.
  static var current: ReductionContext? {
    // The caller of `begin` retains the object while it is current.
    Unretained<ReductionContext>(word: counterpoint_get_current_reduction())?.object
  }

  /// The current context, if effects of children are in flight in its store. Otherwise operators need not check for
  /// added and removed children.
  static var tracking: ReductionContext? {
    guard let current, current.tracksChildren else { return nil }
    return current
  }

  /// Whether operators must check for added and removed children.
  @usableFromInline
  static var isTracking: Bool { tracking != nil }

  /// The thread's current context before another one.
  struct Outer {
    fileprivate let reduction: UInt
  }

  /// Makes this the current context of the thread while a reducer runs, until ``end(_:)``. The caller retains it
  /// meanwhile.
  func begin() -> Outer {
    // Effects are registered after the reduction, so the value is valid for all of it.
    tracksChildren = registry.hasChildren
    return Outer(reduction: counterpoint_exchange_current_reduction(Unretained(self).word))
  }

  /// Ends what ``begin()`` began.
  func end(_ outer: Outer) {
    _ = counterpoint_exchange_current_reduction(outer.reduction)
  }

  /// Returns the children with effects in flight, and the mounted children, in a property of the feature at the current
  /// path.
  func children(in property: ChildProperty) -> [ChildIdentity] {
    let inFlight = registry.children(in: property, of: path)
    guard let mounted else { return inFlight }
    return Array(Set(inFlight).union(mounted.children(in: property, of: path)))
  }

  /// Runs a reducer whose state was replaced for the current action, so that operators check all children.
  static func afterReplacement<Result>(_ body: () -> Result) -> Result {
    guard let current else { return body() }
    let outer = current.followsReplacement
    defer { current.followsReplacement = outer }
    current.followsReplacement = true
    return body()
  }

  /// Runs a child's reducer with the child's path.
  ///
  /// - Parameters:
  ///   - child: The child; `nil` if effects of children are not tracked.
  ///   - isDismissible: Whether the child can be dismissed. If not, ``isPresented`` keeps the value of its parent.
  ///   - body: Runs the reducer.
  static func within<Result>(_ child: ChildID?, isDismissible: Bool, _ body: () -> Result) -> Result {
    guard let current else { return body() }
    return current.within(child, isDismissible: isDismissible, body)
  }

  private func within<Result>(_ child: ChildID?, isDismissible: Bool, _ body: () -> Result) -> Result {
    let outer = (path, isPresented)
    defer { (path, isPresented) = outer }
    if let child { path = FeaturePath(child, in: path) }
    if isDismissible { isPresented = true }
    return body()
  }
}

/// Runs a reducer whose lifecycle hooks the store does not call, because its effects are replaced by others.
package func withUncalledHooks<Result>(_ body: () -> Result) -> Result {
  guard let context = ReductionContext.current else { return body() }
  let outer = context.allowsUncalledHooks
  context.allowsUncalledHooks = true
  defer { context.allowsUncalledHooks = outer }
  return body()
}

/// The mounted features of a store, as its reductions use them.
protocol MountedFeatures: AnyObject {
  /// The number of times that the mounted features were compared with the state.
  var updateCount: Int { get }

  /// Returns whether a feature with the hook at a location was ever mounted.
  func hasMounted(_ hook: SourceLocation) -> Bool

  /// Returns the mounted children in a property of the feature at a path.
  func children(in property: ChildProperty, of path: FeaturePath?) -> [ChildIdentity]
}
