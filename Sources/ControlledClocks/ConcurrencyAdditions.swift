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

extension Task where Success == Never, Failure == Never {
  /// Suspends until the current task is canceled. Use it in a test as an operation that never returns.
  ///
  /// ```swift
  /// client.search = { _ in try await Task.never() }
  /// ```
  ///
  /// The task doesn't poll or block a thread.
  ///
  /// - Throws: `CancellationError` when the task is canceled; immediately if it already was.
  public static func never() async throws {
    await suspendUntilCancellation()
    throw _Concurrency.CancellationError()
  }

  /// Suspends until the current task is canceled, where the context expects a value.
  ///
  /// - Returns: Never.
  /// - Throws: `CancellationError` when the task is canceled; immediately if it already was.
  public static func never<Value>() async throws -> Value {
    await suspendUntilCancellation()
    throw _Concurrency.CancellationError()
  }
}

/// Suspends until the current task is canceled. The driver of the task counts it as asleep, because no event wakes it.
private func suspendUntilCancellation() async {
  let task = SleepingTask()
  task?.fellAsleep(until: EndlessSleep())
  let stream = AsyncStream<Never> { _ in }
  for await _ in stream {}
  task?.woke()
}

/// The deadline of a sleep that ends only by cancellation.
package struct EndlessSleep: Sendable {}

extension AsyncStream {
  /// A stream without elements that ends only when the iterating task is canceled.
  public static var never: Self {
    Self {
      await suspendUntilCancellation()
      return nil
    }
  }

  /// A stream without elements that ends immediately.
  public static var finished: Self {
    Self { $0.finish() }
  }
}

extension AsyncThrowingStream where Failure == any Error {
  /// A stream without elements that ends only when the iterating task is canceled.
  public static var never: Self {
    Self {
      await suspendUntilCancellation()
      return nil
    }
  }

  /// Returns a stream without elements that ends immediately, optionally with an error.
  ///
  /// - Parameter error: The error that the stream throws; `nil` if it finishes normally.
  public static func finished(throwing error: (any Error)? = nil) -> Self {
    Self { $0.finish(throwing: error) }
  }
}

extension Result {
  /// Creates a result from the value that an asynchronous operation returns or the error that it throws.
  ///
  /// ```swift
  /// await send(.factResponse(Result { try await client.fetchFact() }))
  /// ```
  ///
  /// - Parameters:
  ///   - isolation: The actor on which the operation runs. Use the default, which is the caller's actor.
  ///   - operation: The operation whose value or error becomes the result.
  @inlinable
  public init(
    isolation: isolated (any Actor)? = #isolation,
    catching operation: () async throws(Failure) -> Success
  ) async {
    do throws(Failure) {
      self = .success(try await operation())
    } catch {
      self = .failure(error)
    }
  }
}
