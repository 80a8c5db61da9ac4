import CaseKeyPaths

/// The store of a child that is always there. Writing does nothing.
final class ChildStore<State, Action, Child, ChildAction>: BindingLocation<Store<Child, ChildAction>> {
  private let source: StoreSource<State, Action>
  private let state: KeyPath<State, Child>
  private let action: CaseKeyPath<Action, ChildAction>
  /// Kept, because there has to be one, even when the parent is gone.
  private var last: Store<Child, ChildAction>

  init(
    _ store: Store<State, Action>,
    _ source: StoreSource<State, Action>,
    _ state: KeyPath<State, Child>,
    _ action: CaseKeyPath<Action, ChildAction>
  ) {
    self.source = source
    self.state = state
    self.action = action
    self.last = store.scope(state, action: action)
  }

  override var value: Store<Child, ChildAction> {
    if let store = source.find() { last = store.scope(state, action: action) }
    return last
  }

  override func set(_ value: Store<Child, ChildAction>) {}

  override var identity: AnyHashable {
    AnyHashable(
      BindingIdentity(base: AnyHashable(BindingIdentity(base: source.identity, way: state)), way: action)
    )
  }
}
