extension ViewStore {
  /// Sends a user's action, and waits while the screen's state satisfies a predicate.
  ///
  /// ```swift
  /// await viewStore.send(.pulledToRefresh, while: \.isLoading)
  /// ```
  ///
  /// If the waiting task is canceled, so are the effects of the action.
  ///
  /// - Parameters:
  ///   - action: The user's action.
  ///   - predicate: Returns whether to keep waiting.
  ///   - isolation: The store's actor; leave it out.
  public func send(
    _ action: ViewAction,
    while predicate: @escaping (_ state: ViewState) -> Bool,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    let task = send(action)
    await withTaskCancellationHandler {
      // Passed explicitly, because a closure that does not capture its actor does not run there.
      await yield(while: predicate, isolation: isolation)
    } onCancel: {
      task.cancel()
    }
  }

  /// Waits while the screen's state satisfies a predicate, or until the waiting task is canceled.
  ///
  /// - Parameters:
  ///   - predicate: Returns whether to keep waiting. The call returns at once if it is false now.
  ///   - isolation: The store's actor; leave it out.
  public func yield(
    while predicate: @escaping (_ state: ViewState) -> Bool,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    // A listener instead of the sequence of states, because a short-lived state must not be missed.
    let wakeup = Wakeup()
    let waiting = observe { state in
      if !predicate(state) { wakeup.signal() }
    }
    _ = await wakeup.wait(isolation: isolation)
    waiting.cancel()
  }
}
