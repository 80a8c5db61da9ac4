import CaseKeyPaths

/// A view on a part of another core that may be gone: an optional, the payload of an enum, an element of a collection.
@safe final class OptionalCore<ParentState, ParentAction, State, Action>: StoreCore<State, Action> {
  private let parent: StoreCore<ParentState, ParentAction>
  private let toState: KeyPath<ParentState, State?>
  private let toAction: AnyCasePath<ParentAction, Action>
  private let path: StatePath<ParentState, State?>?

  /// What there is to read when the state is gone: what it was when the store was made, or when it went, where that was
  /// noticed. Not what was read last: keeping that would have the next edit copy it.
  private var lastSeen: State

  /// Whether the state has been seen to be gone. What comes back there is another child, with a store of its own.
  private var isOver = false

  init(
    _ parent: StoreCore<ParentState, ParentAction>,
    state: KeyPath<ParentState, State?>,
    action: AnyCasePath<ParentAction, Action>,
    current: State
  ) {
    self.parent = parent
    self.toState = state
    self.toAction = action
    self.path = (state as? WritableKeyPath).map { StatePath.of($0) }
    self.lastSeen = current
    super.init(hub: parent.hub)
    if let path, let field = unsafe parent.withState({ unsafe path.fieldID(in: $0) }) { hub.add(self, in: field) }
  }

  override var isInvalid: Bool {
    if isOver || parent.isInvalid { return true }
    return unsafe withOptional { unsafe $0 == nil }
  }

  override func withState<Value>(_ body: (UnsafePointer<State>) throws -> Value) rethrows -> Value {
    if isOver { return try unsafe withUnsafePointer(to: lastSeen, body) }
    return try unsafe withOptional { state in
      if let state = unsafe state { return try unsafe body(state) }
      return try unsafe withUnsafePointer(to: lastSeen, body)
    }
  }

  override func track() {
    parent.track()
    unsafe parent.withState { root in
      if let path, path.isField { return unsafe path.track(in: root) }
      // The properties on the way note that they are read.
      _ = unsafe root.pointee[keyPath: toState]
    }
  }

  override func send(_ action: Action, at location: SourceLocation) -> EffectScope? {
    parent.send(toAction.embed(action), at: location)
  }

  private func withOptional<Value>(_ body: (UnsafePointer<State>?) throws -> Value) rethrows -> Value {
    try unsafe parent.withState { root in
      if let address = unsafe path?.address(in: root) { return try unsafe body(address.payload()) }
      return try unsafe withUnsafePointer(to: root.pointee[keyPath: toState]) { try unsafe body($0.payload()) }
    }
  }
}

extension OptionalCore: EndingCore {
  func keep(_ departed: Any) {
    guard !isOver, let departed = departed as? State else { return }
    lastSeen = departed
  }

  func end() {
    isOver = true
  }
}

/// A core whose state can go.
protocol EndingCore: AnyObject {
  /// Another value is now in the place of this one, or none: what to show if there is none.
  func keep(_ departed: Any)

  /// The state was seen to be gone: this core shows it no more, even if something comes back in its place.
  func end()
}
