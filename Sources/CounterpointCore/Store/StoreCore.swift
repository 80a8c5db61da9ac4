@_spi(Internals) import CounterpointSupport
import CaseKeyPaths
import CounterpointThreadLocals
import StateSharing

/// The access of a store to its state and actions: the root of a feature tree, or a view of a part of it.
///
/// Abstract. Each kind of view is a subclass, so that a level of scoping costs one call and no allocation.
@usableFromInline class StoreCore<State, Action> {
  /// The state shared by all stores of one tree.
  let hub: StoreHub

  /// The same without retain and release, for each send and each read. `hub` keeps it alive.
  let unretainedHub: Unretained<StoreHub>

  /// The stores scoped from here, created with the first one.
  private var children: ScopedChildren?

  /// The element stores, if the state is a collection of features. Weak.
  var elementStores: AnyObject? {
    get { children?.elementStores }
    set { childTable.elementStores = newValue }
  }

  /// The state as a followed value, from the first tracked read until it is replaced.
  // Unchecked exclusivity, because each access ends before other code is called, and every read accesses it.
  @safe @exclusivity(unchecked) final var followed: FollowedValue?

  /// Whether the state has no fields to follow.
  final var hasNoFields = false

  /// The address of the state, valid for the lifetime of the core; `nil` if the state is computed.
  let address: Address<State>?

  init(hub: StoreHub) {
    self.hub = hub
    self.unretainedHub = Unretained(hub)
    self.address = nil
  }

  init(hub: StoreHub, address: Address<State>?) {
    self.hub = hub
    self.unretainedHub = Unretained(hub)
    self.address = address
  }

  /// The location at which this store, or one above it, was scoped by functions. Each call of such a scope creates a
  /// new store.
  var mapped: SourceLocation? { nil }

  /// Whether the state was removed. Reads return the last state.
  var isInvalid: Bool { false }

  /// Calls a function with the address of the state, or of a copy if it is computed.
  func withState<Value>(_ body: (Address<State>) throws -> Value) rethrows -> Value {
    guard let address else {
      preconditionFailure("StoreCore is abstract; \(type(of: self)) must have an address or override withState(_:).")
    }
    hub.preconditionReadable()
    if let past = hub.shownPast { return try past.show { try body(address) } }
    return try body(address)
  }

  /// Whether the state is stored in the root's state, and not computed by a property or a function.
  var isStored: Bool { false }

  /// Combines what distinguishes the position of the state from that of its copies in the root's state.
  func hashPosition(into hasher: inout Hasher) {
    hasher.combine(address?.number)
  }

  /// Records a read of each field on the path from the root to the state.
  func trackPath() {
    preconditionFailure("StoreCore is abstract; \(type(of: self)) must override trackPath().")
  }

  /// Returns the fields whose changes replace the state. Their changes are recorded from now on.
  func followPath() -> [StateLocation] {
    recordingReads { trackPath() }
  }

  /// Called when reads start to depend on the followed state.
  func didFollow() {}

  /// Watches the fields on the path from the root to the state.
  ///
  /// - Parameters:
  ///   - watch: The watch.
  ///   - keep: Saves a removed state; must not retain the watcher.
  func watch(_ watch: inout RemovalSubscription, keep: @escaping (Address<State>) -> Void) {}

  /// Stops the program if the caller is not on the store's actor.
  final func preconditionIsolated() {
    unretainedHub.use { $0.preconditionIsolated() }
  }

  /// Reads a state that is computed, or that has the shared values of an earlier moment.
  @usableFromInline
  final func readInPassing<Value>(_ body: (Address<State>) -> Value) -> Value {
    withState(body)
  }

  /// Reads the state, untracked.
  final func read<Value>(_ body: (State) throws -> Value) rethrows -> Value {
    try withState { state in try withoutTracking { try state.lend(body) } }
  }

  /// Lends the state to a user's function, untracked. Actions that it sends are handled afterwards: the function must
  /// not see the state change.
  final func lend<Value>(_ body: (State) throws -> Value) rethrows -> Value {
    hub.lendings += 1
    defer { if hub.endsLending() { settleAgain() } }
    return try read(body)
  }

  /// Handles an action, or queues it if the store is busy.
  ///
  /// - Returns: The effects that the action started, `nil` if there are none.
  func send(_ action: Action, at location: SourceLocation) -> EffectScope? {
    preconditionFailure("StoreCore is abstract; \(type(of: self)) must override send(_:at:).")
  }

  /// Notifies the observers of changed shared values, or schedules the notification if the store is busy.
  func settleAgain() {
    preconditionFailure("StoreCore is abstract; \(type(of: self)) must override settleAgain().")
  }

  /// Returns the store of a child that is always present. Its paths are cached, because resolving them costs more
  /// than creating a store.
  ///
  /// - Parameters:
  ///   - state: The child's state.
  ///   - case: The identity of the case that holds the child's actions; see ``ScopeID``.
  ///   - action: Returns the path to that case. Called only if the paths to the child are unknown.
  final func scopedChild<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState>,
    case: AnyKeyPath,
    _ action: () -> AnyCasePath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    typealias Child = Store<ChildState, ChildAction>
    typealias Paths = ChildPaths<State, Action, ChildState, ChildAction>
    let id = ScopeID(state: state, case: `case`)
    let known = children?.child(id)
    if let store = known?.store, let child = store as? Child { return child }
    // Not cast, because the key paths in the identity determine the types.
    let paths: Paths = if let known = known?.paths { uncheckedDowncast(known) } else { .of(state, action, id) }
    let child = Child(core: ScopedCore(self, paths))
    // With the key paths of the first caller, so that those of later callers need not be retained.
    childTable.remember(child, paths: paths, paths.id)
    return child
  }

  /// Returns the store of a child, created by `make` if none is held.
  func child<Child: AnyObject>(_ id: ScopeID, make: () -> Child) -> Child {
    if let child: Child = knownChild(id) { return child }
    let child = make()
    childTable.remember(child, id)
    return child
  }

  private var childTable: ScopedChildren {
    if let children { return children }
    let new = ScopedChildren()
    children = new
    return new
  }

  /// Returns the store of a child, `nil` if none is held.
  func knownChild<Child: AnyObject>(_ id: ScopeID) -> Child? {
    children?.child(id).store as? Child
  }

  /// Removes the store of a child whose state was removed.
  func endChild(_ id: ScopeID) {
    guard let child = children?.forget(id) else { return }
    (child as? any StoreOfCore)?.removableCore?.end()
  }
}

/// A store of any state and action.
protocol StoreOfCore: AnyObject {
  /// The store's core, if its state can be removed.
  var removableCore: (any RemovableCore)? { get }
}

extension Store: StoreOfCore {
  var removableCore: (any RemovableCore)? { core as? any RemovableCore }
}
