import CaseKeyPaths

/// A view on a part of another core by key paths.
final class ScopedCore<ParentState, ParentAction, State, Action>: StoreCore<State, Action> {
  private let parent: StoreCore<ParentState, ParentAction>
  private let toState: KeyPath<ParentState, State>
  private let toAction: AnyCasePath<ParentAction, Action>

  init(
    _ parent: StoreCore<ParentState, ParentAction>,
    state: KeyPath<ParentState, State>,
    action: AnyCasePath<ParentAction, Action>
  ) {
    self.parent = parent
    self.toState = state
    self.toAction = action
    super.init(hub: parent.hub)
  }

  override func read<Value>(_ body: (State) throws -> Value) rethrows -> Value {
    try parent.read { try body($0[keyPath: toState]) }
  }

  override func send(_ action: Action, at location: SourceLocation) -> EffectScope? {
    parent.send(toAction.embed(action), at: location)
  }
}

/// A view on another core by functions, for the domain of one screen.
final class MappedCore<ParentState, ParentAction, State, Action>: StoreCore<State, Action> {
  private let parent: StoreCore<ParentState, ParentAction>
  private let toState: (ParentState) -> State
  private let toAction: (Action) -> ParentAction

  init(
    _ parent: StoreCore<ParentState, ParentAction>,
    state: @escaping (ParentState) -> State,
    action: @escaping (Action) -> ParentAction
  ) {
    self.parent = parent
    self.toState = state
    self.toAction = action
    super.init(hub: parent.hub)
  }

  override func read<Value>(_ body: (State) throws -> Value) rethrows -> Value {
    try parent.read { try body(toState($0)) }
  }

  override func send(_ action: Action, at location: SourceLocation) -> EffectScope? {
    parent.send(toAction(action), at: location)
  }
}
