import CaseKeyPaths

/// A view on a part of another core that may be gone: an optional, the payload of an enum, an element of a collection.
final class OptionalCore<ParentState, ParentAction, State, Action>: StoreCore<State, Action> {
  private let parent: StoreCore<ParentState, ParentAction>
  private let place: OptionalPlace<ParentState, State>
  private let toAction: AnyCasePath<ParentAction, Action>
  private let lastSeen: LastSeen<State>

  /// Whether the state has been seen to be gone. What comes back there is another child, with a store of its own.
  private var isOver = false

  /// - Returns: `nil` if the part is not there.
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
    watch()
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
    // What is shown here changes no more.
    guard !isOver else { return }
    parent.track()
    parent.withState { place.track(in: $0) }
  }

  override func watchReplacements() {
    parent.watchReplacements()
    parent.withState { place.watch(in: $0) }
  }

  override var isReplaced: Bool {
    parent.isReplaced || parent.withState { place.isReplaced(in: $0, hub.changes) }
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

extension OptionalCore: EndingCore {
  func keep(_ departed: Any) {
    guard !isOver, let departed: State = departedState(in: departed) else { return }
    lastSeen.keep(departed)
  }

  func watch() {
    guard !isOver else { return }
    // What goes is noted only where somebody may look.
    watchReplacements()
    withoutTracking { withOptional { hub.changes.watched.watch(self, showing: $0, lastSeen) } }
  }

  func end() {
    isOver = true
  }
}
