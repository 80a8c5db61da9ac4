extension ViewStore {
  /// Sends what a user did, and waits as long as the screen's state satisfies a predicate.
  ///
  /// ```swift
  /// await viewStore.send(.pulledToRefresh, while: \.isLoading)
  /// ```
  ///
  /// If the waiting task is cancelled, so are the effects of the action.
  ///
  /// - Parameters:
  ///   - action: What the user did.
  ///   - predicate: Whether to go on waiting.
  ///   - isolation: The store's actor, where this is called; leave it out.
  public func send(
    _ action: ViewAction,
    while predicate: @escaping (_ state: ViewState) -> Bool,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    let task = send(action)
    await withTaskCancellationHandler {
      // Named, because a closure that does not capture its actor does not run there.
      await yield(while: predicate, isolation: isolation)
    } onCancel: {
      task.cancel()
    }
  }

  /// Waits as long as the screen's state satisfies a predicate, or until the waiting task is cancelled.
  ///
  /// - Parameters:
  ///   - predicate: Whether to go on waiting. Returns at once if it is false now.
  ///   - isolation: The store's actor, where this is called; leave it out.
  public func yield(
    while predicate: @escaping (_ state: ViewState) -> Bool,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    // A listener and not the states: a state that comes and goes while this waits must not be missed.
    let wakeup = Wakeup()
    let waiting = observe { state in
      if !predicate(state) { wakeup.signal() }
    }
    _ = await wakeup.wait(isolation: isolation)
    waiting.cancel()
  }
}
