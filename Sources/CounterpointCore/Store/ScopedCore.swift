@_spi(Internals) import CounterpointSupport
import CaseKeyPaths

/// The paths to a child's state and action, resolved once for all stores of the child.
final class ChildPaths<ParentState, ParentAction, State, Action> {
  let id: ScopeID
  let toState: KeyPath<ParentState, State>
  let path: StatePath<ParentState, State>?
  let toAction: AnyCasePath<ParentAction, Action>

  private init(_ state: KeyPath<ParentState, State>, _ action: AnyCasePath<ParentAction, Action>, _ id: ScopeID) {
    self.id = id
    self.toState = state
    self.path = (state as? WritableKeyPath).map { StatePath.of($0) }
    self.toAction = action
  }

  /// Returns the paths for a key path and a case. Paths to a stored property are shared by all parents.
  static func of(
    _ state: KeyPath<ParentState, State>,
    _ action: () -> AnyCasePath<ParentAction, Action>,
    _ id: ScopeID
  ) -> ChildPaths {
    if let known = KnownChildPaths.shared.paths(id) as? ChildPaths { return known }
    let paths = ChildPaths(state, action(), id)
    // Other key paths may capture a value, such as the id in `\.rows[id: 5]`, so their number is unlimited.
    if paths.path?.offset != nil { KnownChildPaths.shared.insert(paths, for: id) }
    return paths
  }
}

/// A view of a part of another core, by key paths.
final class ScopedCore<ParentState, ParentAction, State, Action>: StoreCore<State, Action> {
  typealias Paths = ChildPaths<ParentState, ParentAction, State, Action>

  private let parent: StoreCore<ParentState, ParentAction>
  private let paths: Paths
  /// The same without retain and release.
  private let unretainedPaths: Unretained<Paths>

  init(_ parent: StoreCore<ParentState, ParentAction>, _ paths: Paths) {
    self.parent = parent
    self.paths = paths
    self.unretainedPaths = Unretained(paths)
    var address: Address<State>?
    if let root = parent.address, let path = paths.path { address = path.address(in: root) }
    super.init(hub: parent.hub, address: address)
  }

  override var mapped: SourceLocation? { parent.mapped }

  override var isInvalid: Bool { parent.isInvalid }

  override func withState<Value>(_ body: (Address<State>) throws -> Value) rethrows -> Value {
    if address != nil { return try super.withState(body) }
    return try parent.withState { root in
      if let address = paths.path?.address(in: root) { return try body(address) }
      return try readComputed(in: root, body)
    }
  }

  /// Reads the state through its properties, which record the read.
  ///
  /// A function of its own, because its stack frame has room for a copy of the state.
  @inline(never)
  private func readComputed<Value>(
    in root: Address<ParentState>,
    _ body: (Address<State>) throws -> Value
  ) rethrows -> Value {
    try root.lend { try withAddress(of: $0[keyPath: paths.toState], body) }
  }

  override var isStored: Bool { paths.path?.offset != nil && parent.isStored }

  override func hashPosition(into hasher: inout Hasher) {
    guard address == nil else { return super.hashPosition(into: &hasher) }
    parent.hashPosition(into: &hasher)
    hasher.combine(paths.path?.offset)
  }

  override func trackPath() {
    parent.trackPath()
    parent.withState { root in
      if let path = paths.path, path.isField { return path.track(in: root) }
      // A read of a stored property is not recorded.
      if paths.path?.address(in: root) == nil { readComputed(in: root) { _ in } }
    }
  }

  override func watch(_ watch: inout RemovalSubscription, keep: @escaping (Address<State>) -> Void) {
    let paths = paths
    parent.watch(&watch) { Self.read(paths, in: $0, keep) }
    parent.withState { root in
      if let path = paths.path, path.isField { return path.watch(in: root, &watch, keep: keep) }
      if paths.path?.address(in: root) != nil { return }
      for location in recordingReads({ readComputed(in: root) { _ in } }) {
        watch.add(location) { value in
          if let state: State = removedState(in: value) { withAddress(of: state, keep) }
        }
      }
    }
  }

  // Not inlined, because its stack frame has room for a copy of the state.
  @inline(never)
  private static func read(_ paths: Paths, in root: Address<ParentState>, _ body: (Address<State>) -> Void) {
    if let address = paths.path?.address(in: root) { return body(address) }
    root.lend { withAddress(of: $0[keyPath: paths.toState], body) }
  }

  override func send(_ action: Action, at location: SourceLocation) -> EffectScope? {
    parent.send(unretainedPaths.use { $0.toAction.embed(action) }, at: location)
  }

  override func settleAgain() {
    parent.settleAgain()
  }
}

/// A view of another core by functions, for the domain of one screen.
final class MappedCore<ParentState, ParentAction, State, Action>: StoreCore<State, Action> {
  private let parent: StoreCore<ParentState, ParentAction>
  private let toState: (ParentState) -> State
  private let toAction: (Action) -> ParentAction
  private let location: SourceLocation

  init(
    _ parent: StoreCore<ParentState, ParentAction>,
    state: @escaping (ParentState) -> State,
    action: @escaping (Action) -> ParentAction,
    at location: SourceLocation
  ) {
    self.location = location
    self.parent = parent
    self.toState = state
    self.toAction = action
    super.init(hub: parent.hub)
  }

  override var mapped: SourceLocation? { location }

  override var isInvalid: Bool { parent.isInvalid }

  override func withState<Value>(_ body: (Address<State>) throws -> Value) rethrows -> Value {
    try parent.withState { root in try withAddress(of: root.lend(toState), body) }
  }

  override func trackPath() {
    parent.trackPath()
    parent.withState { root in _ = root.lend(toState) }
  }

  override func watch(_ watch: inout RemovalSubscription, keep: @escaping (Address<State>) -> Void) {
    let toState = toState
    parent.watch(&watch) { withAddress(of: $0.lend(toState), keep) }
  }

  override func send(_ action: Action, at location: SourceLocation) -> EffectScope? {
    parent.send(toAction(action), at: location)
  }

  override func settleAgain() {
    parent.settleAgain()
  }
}
