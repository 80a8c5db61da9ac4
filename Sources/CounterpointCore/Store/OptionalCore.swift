import CaseKeyPaths
@_spi(Internals) import CounterpointSupport

/// A view of an optional part of another core: an optional, the payload of an enum, an element of a collection.
final class OptionalCore<ParentState, ParentAction, State, Action>: StoreCore<State, Action> {
  private let parent: StoreCore<ParentState, ParentAction>
  private let place: OptionalPlace<ParentState, State>
  private let toAction: AnyCasePath<ParentAction, Action>
  private var snapshot: StateSnapshot<State>
  private let removed = RemovedState<State>()
  private var ownWatch: RemovalSubscription?

  /// Whether the state was removed. A later child at the same path has a store of its own.
  private(set) var isRemoved = false

  /// Creates a view; `nil` if the part is absent.
  init?(
    _ parent: StoreCore<ParentState, ParentAction>,
    _ place: OptionalPlace<ParentState, State>,
    action: AnyCasePath<ParentAction, Action>
  ) {
    let current = parent.withState { root in
      withoutTracking { place.read(in: root) { state in state.map { StateSnapshot($0) } } }
    }
    guard let current else { return nil }
    self.parent = parent
    self.place = place
    self.toAction = action
    self.snapshot = current
    super.init(hub: parent.hub)
    startWatching()
  }

  override var mapped: SourceLocation? { parent.mapped }

  override var isInvalid: Bool {
    if isRemoved || parent.isInvalid { return true }
    return withOptional { $0 == nil }
  }

  override func withState<Value>(_ body: (Address<State>) throws -> Value) rethrows -> Value {
    if isRemoved { return try body(snapshot.state) }
    return try withOptional { state in
      if let state { return try body(state) }
      return try body(snapshot.state)
    }
  }

  override var isStored: Bool { !isRemoved && place.offset != nil && parent.isStored }

  override func hashPosition(into hasher: inout Hasher) {
    parent.hashPosition(into: &hasher)
    hasher.combine(place.offset)
  }

  override func trackPath() {
    // The state of a removed child does not change any more.
    guard !isRemoved else { return }
    parent.trackPath()
    parent.withState { place.track(in: $0) }
  }

  override func watch(_ watch: inout RemovalSubscription, keep: @escaping (Address<State>) -> Void) {
    self.watch(&watch, keep: keep, keepPayload: keep)
  }

  private func watch(
    _ watch: inout RemovalSubscription,
    keep: @escaping (Address<State>) -> Void,
    keepPayload: @escaping (Address<State>) -> Void
  ) {
    // The state of a removed child does not change any more.
    guard !isRemoved else { return }
    let place = place
    parent.watch(&watch) { root in
      place.read(in: root) { if let state = $0 { keep(state) } }
    }
    parent.withState { place.watch(in: $0, &watch, keep: keep, keepPayload: keepPayload) }
  }

  override func send(_ action: Action, at location: SourceLocation) -> EffectScope? {
    parent.send(toAction.embed(action), at: location)
  }

  override func settleAgain() {
    parent.settleAgain()
  }

  private func withOptional<Value>(_ body: (Address<State>?) throws -> Value) rethrows -> Value {
    try parent.withState { root in try place.read(in: root, body) }
  }
}

extension OptionalCore: RemovableCore, RemovalObserver {
  private func startWatching() {
    ownWatch?.cancel()
    var watch = RemovalSubscription(self, in: hub.changes.removals)
    withoutTracking { [removed] in
      self.watch(
        &watch,
        keep: { removed.state = StateSnapshot($0) },
        // A later payload of the same type may be in another case.
        keepPayload: { if removed.state == nil { removed.state = StateSnapshot($0) } }
      )
    }
    ownWatch = watch
  }

  func locationDidChange() {
    guard !isRemoved else { return }
    let last = removed.state
    removed.state = nil
    if withoutTracking({ withOptional { $0 != nil } }) { return startWatching() }
    if let last { snapshot = last }
    end()
  }

  func end() {
    isRemoved = true
    ownWatch?.cancel()
  }
}

/// The path to an optional part of a state.
struct OptionalPlace<Root, State> {
  private let keyPath: KeyPath<Root, State?>
  private let path: StatePath<Root, State?>?
  /// The path to the presentation, if the key path names its property.
  private let presentation: StatePath<Root, PresentationState<State>>?

  init(_ keyPath: KeyPath<Root, State?>) {
    self.keyPath = keyPath
    self.path = (keyPath as? WritableKeyPath).map { StatePath.of($0) }
    self.presentation = path?.offset == nil ? Self.presentation(keyPath) : nil
  }

  private static func presentation(_ keyPath: KeyPath<Root, State?>) -> StatePath<Root, PresentationState<State>>? {
    func find<Known: ObservableState>(in type: Known.Type) -> StatePath<Root, PresentationState<State>>? {
      guard let keyPath = keyPath as? PartialKeyPath<Known> else { return nil }
      return FieldTable<Known>.ofRoot().presentedPath(keyPath) as? StatePath<Root, PresentationState<State>>
    }
    return (Root.self as? any ObservableState.Type).flatMap { find(in: $0) }
  }

  /// The offset of the part in the state; `nil` if the part is computed.
  var offset: Int? { path?.offset ?? presentation?.offset }

  /// Tracks the presence and the identity of the part.
  func track(in root: Address<Root>) {
    if let presentation { return presentation.track(in: root) }
    if let path, path.isField { return path.track(in: root) }
    // A read of a stored property is not recorded.
    if path?.address(in: root) != nil { return }
    readComputed(in: root) { _ in }
  }

  /// Watches the fields that contain the part.
  ///
  /// - Parameters:
  ///   - root: The state.
  ///   - watch: The watch.
  ///   - keep: Saves a removed part.
  ///   - keepPayload: Saves a part of a value that is removed from a field, where only the type identifies the part.
  func watch(
    in root: Address<Root>,
    _ watch: inout RemovalSubscription,
    keep: @escaping (Address<State>) -> Void,
    keepPayload: @escaping (Address<State>) -> Void
  ) {
    if let presentation {
      return presentation.watch(in: root, &watch) { presentation in
        presentation.value.withState { if let state = $0 { keep(state) } }
      }
    }
    if let path, path.isField {
      return path.watch(in: root, &watch) { if let state = $0.payload() { keep(state) } }
    }
    if path?.address(in: root) != nil { return }
    var element: ObservableStateID?
    let locations = recordingReads {
      readComputed(in: root) { element = $0.flatMap { IdentityTracker<State>.cached?.id(of: $0) } }
    }
    for location in locations {
      watch.add(location) { value in
        if let state: State = removedState(in: value) { withAddress(of: state, keepPayload) }
      }
    }
    guard let element else { return }
    watch.add(StateLocation(element: element)) { value in
      if let state: State = removedState(in: value) { withAddress(of: state, keep) }
    }
  }

  /// Calls a function with the address of the part, or of a copy if the part has no address; with `nil` if it is
  /// absent.
  func read<Result>(in root: Address<Root>, _ body: (Address<State>?) throws -> Result) rethrows -> Result {
    if let address = path?.address(in: root) { return try body(address.payload()) }
    if let address = presentation?.address(in: root) { return try address.value.withState(body) }
    return try readComputed(in: root, body)
  }

  /// Reads the part through its properties, which record the read.
  ///
  /// A function of its own, because its stack frame has room for a copy of the part.
  @inline(never)
  private func readComputed<Result>(
    in root: Address<Root>,
    _ body: (Address<State>?) throws -> Result
  ) rethrows -> Result {
    try root.lend { try withAddress(of: $0[keyPath: keyPath]) { try body($0.payload()) } }
  }
}
