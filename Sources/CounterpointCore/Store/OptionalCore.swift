import CounterpointSupport
import CaseKeyPaths

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

  override func track() {
    // The state of a removed child does not change any more.
    guard !isRemoved else { return }
    parent.track()
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
