extension Store {
  /// A view store with the screen's own state and actions.
  ///
  /// - Parameters:
  ///   - state: Makes the screen's state from the feature's.
  ///   - action: Makes the feature's action from what a user of the screen did.
  ///   - removeDuplicates: Whether two states of the screen show the same.
  public func view<ViewState, ViewAction>(
    state: @escaping (State) -> ViewState,
    action: @escaping (ViewAction) -> Action,
    removeDuplicates: @escaping (ViewState, ViewState) -> Bool
  ) -> ViewStore<ViewState, ViewAction> {
    ViewStore(self, observe: state, send: action, removeDuplicates: removeDuplicates)
  }

  /// A view store with the screen's own state and actions; equal states show the same.
  public func view<ViewState: Equatable, ViewAction>(
    state: @escaping (State) -> ViewState,
    action: @escaping (ViewAction) -> Action
  ) -> ViewStore<ViewState, ViewAction> {
    ViewStore(self, observe: state, send: action, removeDuplicates: ==)
  }

  /// A view store on the whole of this store's domain.
  ///
  /// - Parameter removeDuplicates: Whether two states show the same.
  public func view(removeDuplicates: @escaping (State, State) -> Bool) -> ViewStore<State, Action> {
    ViewStore(self, observe: { $0 }, send: { $0 }, removeDuplicates: removeDuplicates)
  }
}

extension Store where State: Equatable {
  /// A view store on the whole of this store's domain; equal states show the same.
  public var view: ViewStore<State, Action> {
    view(removeDuplicates: ==)
  }
}

extension ViewStore {
  /// Adapts a store to a screen whose equal states show the same.
  public convenience init<State, Action>(
    _ store: Store<State, Action>,
    observe: @escaping (State) -> ViewState,
    send: @escaping (ViewAction) -> Action
  ) where ViewState: Equatable {
    self.init(store, observe: observe, send: send, removeDuplicates: ==)
  }

  /// Adapts a store to a screen that sends the store's own actions.
  public convenience init<State>(
    _ store: Store<State, ViewAction>,
    observe: @escaping (State) -> ViewState,
    removeDuplicates: @escaping (ViewState, ViewState) -> Bool
  ) {
    self.init(store, observe: observe, send: { $0 }, removeDuplicates: removeDuplicates)
  }

  /// Adapts a store to a screen that sends the store's own actions and whose equal states show the same.
  public convenience init<State>(
    _ store: Store<State, ViewAction>,
    observe: @escaping (State) -> ViewState
  ) where ViewState: Equatable {
    self.init(store, observe: observe, send: { $0 }, removeDuplicates: ==)
  }
}
