/// The effect whose task is running: the scope of cancellations by id.
struct CurrentEffect: Sendable {
  /// The effect of the current task; `nil` for code outside of effects.
  @TaskLocal static var current: CurrentEffect?

  /// The registry of ids that are used outside of effects.
  static let outside = CancellationRegistry()

  /// The ids of the effect's store.
  let registry: CancellationRegistry
  /// The scope of the effect.
  let scope: EffectScope
  /// The path of the feature that returned the effect, `nil` for the root.
  let path: FeaturePath?
  /// Dismisses the feature, or its nearest dismissible ancestor; `nil` if there is none.
  let dismiss: (@Sendable () async -> Void)?
}

/// Runs an operation that can be canceled by an id while it runs.
///
/// Inside an effect the id belongs to the effect's store and to the feature whose reducer returned the effect; outside
/// of effects, to the program (in a test, to the test). With `cancelInFlight` and a sleep at the start of `operation`,
/// the call debounces.
///
/// - Parameters:
///   - id: The id; matched by its type and its value.
///   - cancelInFlight: Whether operations and effects that already run under this id are canceled first.
///   - isolation: The caller's actor, on which it resumes.
///   - operation: The operation; runs as a task of its own that inherits the current task's priority and task locals.
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws. Canceling the calling task cancels `operation`.
public func withTaskCancellation<Result: Sendable, Failure: Error>(
  id: some Hashable & Sendable,
  cancelInFlight: Bool = false,
  isolation: isolated (any Actor)? = #isolation,
  operation: @escaping @Sendable () async throws(Failure) -> Result
) async throws(Failure) -> Result {
  let id = CancelID(id)
  let enclosing = CurrentEffect.current
  let registry = enclosing?.registry ?? CurrentEffect.outside
  let path = enclosing?.path
  let scope = RegisteredScope(parent: enclosing?.scope, in: registry, id: id, path: path, reduction: 0)
  if cancelInFlight {
    registry.register(scope, cancelingOthersUnder: id) { other in
      // Spares the scopes that contain the operation, and operations of other tests outside of stores.
      scope.isWithin(other) || (enclosing == nil && other.test != scope.test)
    }
  } else {
    scope.register()
  }

  let task = ErasedTask(
    Task { () async -> Swift.Result<Result, Failure> in
      let inner = enclosing.map {
        CurrentEffect(registry: $0.registry, scope: scope, path: $0.path, dismiss: $0.dismiss)
      }
      return await CurrentEffect.$current.withValue(inner) {
        do throws(Failure) {
          return .success(try await operation())
        } catch {
          return .failure(error)
        }
      }
    }
  )
  scope.insert(task)
  let result = await withTaskCancellationHandler {
    await task.task.value
  } onCancel: {
    task.cancel()
  }
  // The operation may have outlived its effect, in a task that the effect has created, and be the last of a stage of a
  // concatenation.
  for followUp in scope.remove(task) { await followUp() }
  return try result.get()
}

extension Task where Success == Never, Failure == Never {
  /// Cancels the effects in flight under an id.
  ///
  /// Inside an effect, it cancels the same effects as an ``Effect/cancel(id:)`` returned by the effect's feature: those
  /// of the feature and its descendants. Outside of effects, it cancels the id in every store; in a test, in every
  /// store of the test.
  ///
  /// - Parameter id: The id, matched by its type and its value.
  public static func cancel(id: some Hashable & Sendable) {
    if let effect = CurrentEffect.current {
      effect.registry.cancel(id: CancelID(id), in: effect.path)
    } else {
      ActiveRegistries.shared.cancel(id: CancelID(id))
    }
  }
}

/// The task of an operation outside of stores.
private final class ErasedTask<Value: Sendable>: CancellableTask {
  let task: Task<Value, Never>

  init(_ task: Task<Value, Never>) {
    self.task = task
  }

  func cancel() {
    task.cancel()
  }
}
