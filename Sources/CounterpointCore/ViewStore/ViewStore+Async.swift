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
  public nonisolated(nonsending) func send(
    _ action: ViewAction,
    while predicate: @escaping (_ state: ViewState) -> Bool
  ) async {
    let task = send(action)
    await withTaskCancellationHandler {
      await yield(while: predicate)
    } onCancel: {
      task.cancel()
    }
  }

  /// Waits as long as the screen's state satisfies a predicate, or until the waiting task is cancelled.
  ///
  /// - Parameter predicate: Whether to go on waiting. Returns at once if it is false now.
  public nonisolated(nonsending) func yield(while predicate: @escaping (_ state: ViewState) -> Bool) async {
    for await state in states where !predicate(state) { return }
  }
}
