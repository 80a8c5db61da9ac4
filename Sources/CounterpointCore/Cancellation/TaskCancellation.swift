/// Where code that runs now can cancel by id: the store whose effect it is part of.
enum CurrentEffect {
  @TaskLocal static var registry: CancellationRegistry?

  /// For work that is part of no store's effect.
  static let outside = CancellationRegistry()
}

/// Runs an operation that can be cancelled by an id while it runs.
///
/// Inside an effect the id belongs to the effect's store, elsewhere to the program (in a test, to the test). With
/// `cancelInFlight` and a sleep at the start of `operation` this debounces.
///
/// - Parameters:
///   - id: The id; matched by its type and its value.
///   - cancelInFlight: Whether operations and effects that already run under this id are cancelled first.
///   - isolation: The caller's actor, where it goes on afterwards.
///   - operation: The work; runs as a task of its own that inherits the current task's priority and task locals.
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws. Cancelling the calling task cancels `operation`.
public func withTaskCancellation<Result: Sendable, Failure: Error>(
  id: some Hashable & Sendable,
  cancelInFlight: Bool = false,
  isolation: isolated (any Actor)? = #isolation,
  operation: @escaping @Sendable () async throws(Failure) -> Result
) async throws(Failure) -> Result {
  let id = CancelID(id)
  let registry = CurrentEffect.registry ?? CurrentEffect.outside
  if cancelInFlight { registry === CurrentEffect.outside ? registry.cancelInThisTest(id: id) : registry.cancel(id: id) }
  let scope = EffectScope { registry.unregister($0, id: id) }
  registry.register(scope, id: id, reduction: 0)

  let work = TaskWork(
    Task { () async -> Swift.Result<Result, Failure> in
      do throws(Failure) {
        return .success(try await operation())
      } catch {
        return .failure(error)
      }
    }
  )
  scope.insert(work)
  let result = await withTaskCancellationHandler {
    await work.task.value
  } onCancel: {
    work.cancel()
  }
  // Nothing follows up on this scope: it is no stage of a concatenation.
  _ = scope.remove(work)
  return try result.get()
}

extension Task where Success == Never, Failure == Never {
  /// Cancels what is in flight under an id.
  ///
  /// Called inside an effect it reaches the effect's store; elsewhere it reaches that id in every store (in a test, every
  /// store of the test).
  ///
  /// - Parameter id: The id; matched by its type and its value.
  public static func cancel(id: some Hashable & Sendable) {
    if let registry = CurrentEffect.registry {
      registry.cancel(id: CancelID(id))
    } else {
      AllRegistries.shared.cancel(id: CancelID(id))
    }
  }
}

private final class TaskWork<Value: Sendable>: CancellableWork {
  let task: Task<Value, Never>

  init(_ task: Task<Value, Never>) {
    self.task = task
  }

  func cancel() {
    task.cancel()
  }
}
