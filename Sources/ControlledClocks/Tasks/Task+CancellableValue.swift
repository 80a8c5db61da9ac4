extension Task where Failure == any Error {
  /// The task's value, for which the task is cancelled if who waits for it is.
  ///
  /// `value` leaves the task alone: it goes on when nobody waits for it any more.
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
  /// The task's value, for which the task is cancelled if who waits for it is.
  ///
  /// `value` leaves the task alone: it goes on when nobody waits for it any more.
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
