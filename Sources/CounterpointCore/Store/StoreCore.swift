import CaseKeyPaths
import CounterpointThreadLocals

/// What a store reads and sends through: the root of a feature tree, or a view on a part of it.
///
/// Abstract; each way to see a part of a tree is a subclass, so that the way down costs a call a level and no allocation.
@usableFromInline class StoreCore<State, Action> {
  /// What all the stores of one tree share.
  let hub: StoreHub

  /// The same, for where it need not be retained: on the way of each send and each read. `hub` keeps it as long as this lives.
  private let unretainedHub: Unretained<StoreHub>

  /// The stores scoped from here, once there has been one.
  private var children: ScopedChildren?

  /// The stores of the elements, if the state is a collection of features, while somebody holds them.
  var elementStores: AnyObject? {
    get { children?.elementStores }
    set { childTable.elementStores = newValue }
  }

  /// Where the state is, for as long as the core lives; `nil` where it has no place of its own.
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

  /// Where a store was scoped by functions that this is, or is below: asking for it again gives another one each time.
  var mapped: SourceLocation? { nil }

  /// Whether the state is gone. Reading gives what was there last.
  var isInvalid: Bool { false }

  /// Calls a function with the state: where it is stored, or a copy that was made on the way.
  func withState<Value>(_ body: (Address<State>) throws -> Value) rethrows -> Value {
    guard let address else {
      preconditionFailure("StoreCore is abstract; \(type(of: self)) must have an address or override withState(_:).")
    }
    hub.preconditionReadable()
    return try body(address)
  }

  /// Notes, for who tracks what is read, that it matters which value is here. What is read inside the value is noted by the
  /// value itself.
  func track() {
    preconditionFailure("StoreCore is abstract; \(type(of: self)) must override track().")
  }

  /// Watches the places on the way from the root to the state.
  ///
  /// - Parameters:
  ///   - watch: The watch.
  ///   - keep: Keeps a state that is removed from here; must not hold the watcher.
  func watch(_ watch: inout PlaceWatch, keep: @escaping (Address<State>) -> Void) {}

  /// Stops the program when the caller is not on the store's actor.
  final func preconditionIsolated() {
    unretainedHub.use { $0.preconditionIsolated() }
  }

  /// Begins a read on the store's actor. Where nobody tracks it, nothing that it reads is noted until ``endRead(_:)``.
  ///
  /// - Returns: Where the state is, `nil` where it has no place of its own; and whether reads on this thread were untracked before.
  @usableFromInline
  final func beginRead() -> (state: Address<State>?, outer: Bool) {
    let isTracked = unretainedHub.use { $0.beginRead() }
    let outer = counterpoint_is_untracked()
    if outer || !isTracked {
      if address != nil { _ = counterpoint_exchange_untracked(true) }
    } else {
      track()
    }
    return (address, outer)
  }

  /// Ends what ``beginRead()`` began.
  @usableFromInline
  final func endRead(_ outer: Bool) {
    _ = counterpoint_exchange_untracked(outer)
  }

  /// Reads the state where it has no place of its own.
  @usableFromInline
  final func readInPassing<Value>(_ body: (Address<State>) -> Value) -> Value {
    withState(body)
  }

  /// Reads the state, untracked.
  final func read<Value>(_ body: (State) throws -> Value) rethrows -> Value {
    try withState { state in try withoutTracking { try state.lend(body) } }
  }

  /// Handles an action to its end, or has it wait if the store is busy.
  ///
  /// - Returns: The effects that the action started, `nil` if it started none.
  func send(_ action: Action, at location: SourceLocation) -> EffectScope? {
    preconditionFailure("StoreCore is abstract; \(type(of: self)) must override send(_:at:).")
  }

  /// Notifies the observers of shared values that have changed: at once, or when the store has settled if it is busy.
  func settleAgain() {
    preconditionFailure("StoreCore is abstract; \(type(of: self)) must override settleAgain().")
  }

  /// The store for a child that is always there. Its paths are remembered: to follow them anew costs more than to make a store.
  final func scopedChild<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState>,
    _ action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    typealias Child = Store<ChildState, ChildAction>
    typealias Paths = ChildPaths<State, Action, ChildState, ChildAction>
    let id = ScopeID(state: state, action: action)
    let known = children?.child(id)
    if let store = known?.store, let child = store as? Child { return child }
    let paths = known?.paths as? Paths ?? Paths.of(state, action, id)
    let child = Child(core: ScopedCore(self, paths))
    // With the key paths of the first who asked: those of the caller need not be kept.
    childTable.remember(child, paths: paths, paths.id)
    return child
  }

  /// The store for a child, made by `make` if nobody holds one.
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

  /// The store for a child, `nil` if nobody holds one.
  func knownChild<Child: AnyObject>(_ id: ScopeID) -> Child? {
    children?.child(id).store as? Child
  }

  /// Forgets the store of a child whose state is gone.
  func endChild(_ id: ScopeID) {
    guard let child = children?.forget(id) else { return }
    (child as? any StoreOfCore)?.endingCore?.end()
  }
}

/// A store of whatever state and action.
protocol StoreOfCore: AnyObject {
  /// What the store reads through, if its state can go.
  var endingCore: (any EndingCore)? { get }
}

extension Store: StoreOfCore {
  var endingCore: (any EndingCore)? { core as? any EndingCore }
}
