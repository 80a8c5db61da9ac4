/// The effect that code runs in: where it can cancel by id.
struct CurrentEffect: Sendable {
  /// The effect of the current task; `nil` for code that is part of no store's effect.
  @TaskLocal static var current: CurrentEffect?

  /// The registry of ids that are used outside of effects.
  static let outside = CancellationRegistry()

  /// The ids of the effect's store.
  let registry: CancellationRegistry
  /// The effect itself.
  let scope: EffectScope
  /// The child that the effect is of, `nil` for the root.
  let place: FeaturePath?
  /// Dismisses the child, or the nearest around it that can be dismissed; `nil` if there is none.
  let dismiss: (@Sendable () async -> Void)?
}

/// Runs an operation that can be canceled by an id while it runs.
///
/// Inside an effect the id belongs to the effect's store, elsewhere to the program (in a test, to the test). With
/// `cancelInFlight` and a sleep at the start of `operation` this debounces.
///
/// - Parameters:
///   - id: The id; matched by its type and its value.
///   - cancelInFlight: Whether operations and effects that already run under this id are canceled first.
///   - isolation: The caller's actor, where it goes on afterwards.
///   - operation: The work; runs as a task of its own that inherits the current task's priority and task locals.
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
  let place = enclosing?.place
  let scope = EffectScope(parent: enclosing?.scope) { registry.unregister($0, id: id, place: place) }
  if cancelInFlight {
    let test = currentTestID
    registry.cancel(id: id, in: place) { holder in
      // What the operation is itself a part of goes on, and so does what another test runs outside any store.
      scope.isWithin(holder.scope) || (enclosing == nil && holder.test != test)
    }
  }
  registry.register(scope, id: id, place: place, reduction: 0)

  let work = TaskWork(
    Task { () async -> Swift.Result<Result, Failure> in
      let inner = enclosing.map {
        CurrentEffect(registry: $0.registry, scope: scope, place: $0.place, dismiss: $0.dismiss)
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
  /// Cancels the effects in flight under an id.
  ///
  /// Called inside an effect, it reaches as far as an ``Effect/cancel(id:)`` returned by the effect's feature: that
  /// feature and its descendants. Outside of effects it reaches the id in every store (in a test, every store of the
  /// test).
  ///
  /// - Parameter id: The id, matched by its type and its value.
  public static func cancel(id: some Hashable & Sendable) {
    if let effect = CurrentEffect.current {
      effect.registry.cancel(id: CancelID(id), in: effect.place)
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
