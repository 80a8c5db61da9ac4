import CounterpointThreadLocals

/// The feature path of a store's running reduction: the children, from the root.
///
/// During a reduction it is the current path of the thread, where embedding operators find it.
@usableFromInline
final class ReductionContext {
  private let registry: CancellationRegistry
  private var place: FeaturePath?
  private var tracksChildren = false

  /// Whether the reduction is in a child that can be dismissed.
  private(set) var isPresented = false

  init(registry: CancellationRegistry) {
    self.registry = registry
  }

  /// The place of the reduction on this thread, `nil` when no store is reducing here.
  static var current: ReductionContext? {
    // The caller of `begin` retains the object while it is current.
    Unretained<ReductionContext>(word: counterpoint_get_current_place())?.object
  }

  /// The current path of the thread, if effects of children are in flight in its store. Otherwise operators need not
  /// check for added and removed children.
  static var tracking: ReductionContext? {
    guard let current, current.tracksChildren else { return nil }
    return current
  }

  /// Whether operators have to look.
  @usableFromInline
  static var isTracking: Bool { tracking != nil }

  /// The thread's current path before another one.
  struct Outer {
    fileprivate let place: UInt
  }

  /// Makes this the current path of the thread while a reducer runs, until ``end(_:)``. The caller retains it
  /// meanwhile.
  func begin() -> Outer {
    // Effects are entered when the reduction is over, so what holds now holds for all of it.
    tracksChildren = registry.hasChildren
    return Outer(place: counterpoint_exchange_current_place(Unretained(self).word))
  }

  /// Ends what ``begin()`` began.
  func end(_ outer: Outer) {
    _ = counterpoint_exchange_current_place(outer.place)
  }

  /// Returns the children with effects in flight in a slot of this path.
  func children(in slot: Slot) -> [ChildIdentity] {
    registry.children(in: slot, of: place)
  }

  /// Runs a child's reducer in the child's place.
  ///
  /// - Parameters:
  ///   - child: Which child it is, `nil` if effects of children are not tracked.
  ///   - isDismissible: Whether the child can be dismissed. If not, it is as in its parent.
  ///   - body: Runs the reducer.
  static func within<Result>(_ child: ChildID?, isDismissible: Bool, _ body: () -> Result) -> Result {
    guard let current else { return body() }
    return current.within(child, isDismissible: isDismissible, body)
  }

  private func within<Result>(_ child: ChildID?, isDismissible: Bool, _ body: () -> Result) -> Result {
    let outer = (place, isPresented)
    defer { (place, isPresented) = outer }
    if let child { place = FeaturePath(child, in: place) }
    if isDismissible { isPresented = true }
    return body()
  }
}
