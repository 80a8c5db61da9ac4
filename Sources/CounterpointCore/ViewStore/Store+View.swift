extension Store {
  /// Returns a view store with the screen's own state and actions.
  ///
  /// - Parameters:
  ///   - state: Computes the screen's state from the feature's.
  ///   - action: Converts a user's action on the screen to the feature's action.
  ///   - removeDuplicates: Returns whether two states of the screen are equivalent.
  public func view<ViewState, ViewAction>(
    state: @escaping (State) -> ViewState,
    action: @escaping (ViewAction) -> Action,
    removeDuplicates: @escaping (ViewState, ViewState) -> Bool
  ) -> ViewStore<ViewState, ViewAction> {
    ViewStore(self, observe: state, send: action, removeDuplicates: removeDuplicates)
  }

  /// Returns a view store with the screen's own state and actions. Equal states are equivalent.
  public func view<ViewState: Equatable, ViewAction>(
    state: @escaping (State) -> ViewState,
    action: @escaping (ViewAction) -> Action
  ) -> ViewStore<ViewState, ViewAction> {
    ViewStore(self, observe: state, send: action, removeDuplicates: ==)
  }

  /// Returns a view store with this store's whole domain.
  ///
  /// - Parameter removeDuplicates: Returns whether two states are equivalent.
  public func view(removeDuplicates: @escaping (State, State) -> Bool) -> ViewStore<State, Action> {
    ViewStore(self, observe: { $0 }, send: { $0 }, removeDuplicates: removeDuplicates)
  }
}

extension Store where State: Equatable {
  /// A view store with this store's whole domain. Equal states are equivalent.
  public var view: ViewStore<State, Action> {
    view(removeDuplicates: ==)
  }
}

extension ViewStore {
  /// Adapts a store to a screen. Equal states are equivalent.
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

  /// Adapts a store to a screen that sends the store's own actions. Equal states are equivalent.
  public convenience init<State>(
    _ store: Store<State, ViewAction>,
    observe: @escaping (State) -> ViewState
  ) where ViewState: Equatable {
    self.init(store, observe: observe, send: { $0 }, removeDuplicates: ==)
  }
}
