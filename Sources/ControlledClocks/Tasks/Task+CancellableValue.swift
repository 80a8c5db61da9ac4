extension Task where Failure == any Error {
  /// The value of the task. Canceling the waiting task also cancels this task.
  ///
  /// In contrast, `value` does not propagate cancellation: the task continues when its waiter is canceled.
  public var cancellableValue: Success {
    get async throws {
      try await withTaskCancellationHandler {
        try await value
      } onCancel: {
        cancel()
      }
    }
  }
}

extension Task where Failure == Never {
  /// The value of the task. Canceling the waiting task also cancels this task.
  ///
  /// In contrast, `value` does not propagate cancellation: the task continues when its waiter is canceled.
  public var cancellableValue: Success {
    get async {
      await withTaskCancellationHandler {
        await value
      } onCancel: {
        cancel()
      }
    }
  }
}
