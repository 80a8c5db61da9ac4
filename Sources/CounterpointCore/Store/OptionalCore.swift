import CounterpointSupport
import CaseKeyPaths

/// A view of an optional part of another core: an optional, the payload of an enum, an element of a collection.
final class OptionalCore<ParentState, ParentAction, State, Action>: StoreCore<State, Action> {
  private let parent: StoreCore<ParentState, ParentAction>
  private let place: OptionalPlace<ParentState, State>
  private let toAction: AnyCasePath<ParentAction, Action>
  private var lastSeen: LastSeen<State>
  private let departed = DepartedState<State>()
  private var ownWatch: PlaceWatch?

  /// Whether the state was removed. A later child at the same path has a store of its own.
  private(set) var isOver = false

  /// Creates a view; `nil` if the part is absent.
  init?(
    _ parent: StoreCore<ParentState, ParentAction>,
    _ place: OptionalPlace<ParentState, State>,
    action: AnyCasePath<ParentAction, Action>
  ) {
    let current = parent.withState { root in
      withoutTracking { place.read(in: root) { state in state.map { LastSeen($0) } } }
    }
    guard let current else { return nil }
    self.parent = parent
    self.place = place
    self.toAction = action
    self.lastSeen = current
    super.init(hub: parent.hub)
    startWatching()
  }

  override var mapped: SourceLocation? { parent.mapped }

  override var isInvalid: Bool {
    if isOver || parent.isInvalid { return true }
    return withOptional { $0 == nil }
  }

  override func withState<Value>(_ body: (Address<State>) throws -> Value) rethrows -> Value {
    if isOver { return try body(lastSeen.state) }
    return try withOptional { state in
      if let state { return try body(state) }
      return try body(lastSeen.state)
    }
  }

  override func track() {
    // The state of a removed child does not change any more.
    guard !isOver else { return }
    parent.track()
    parent.withState { place.track(in: $0) }
  }

  override func watch(_ watch: inout PlaceWatch, keep: @escaping (Address<State>) -> Void) {
    self.watch(&watch, keep: keep, keepPayload: keep)
  }

  private func watch(
    _ watch: inout PlaceWatch,
    keep: @escaping (Address<State>) -> Void,
    keepPayload: @escaping (Address<State>) -> Void
  ) {
    // The state of a removed child does not change any more.
    guard !isOver else { return }
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

extension OptionalCore: EndingCore, PlaceWatcher {
  private func startWatching() {
    ownWatch?.cancel()
    var watch = PlaceWatch(self, in: hub.changes.watched)
    withoutTracking { [departed] in
      self.watch(
        &watch,
        keep: { departed.state = LastSeen($0) },
        // A later payload of the same type may be in another case.
        keepPayload: { if departed.state == nil { departed.state = LastSeen($0) } }
      )
    }
    ownWatch = watch
  }

  func placeHasChanged() {
    guard !isOver else { return }
    let last = departed.state
    departed.state = nil
    if withoutTracking({ withOptional { $0 != nil } }) { return startWatching() }
    if let last { lastSeen = last }
    end()
  }

  func end() {
    isOver = true
    ownWatch?.cancel()
  }
}
