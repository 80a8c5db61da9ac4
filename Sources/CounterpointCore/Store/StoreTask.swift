/// The effects that an action started, and transitively those of the actions that they send.
///
/// ```swift
/// await store.send(.refresh).finish()
/// ```
///
/// Safe to use from any thread.
public struct StoreTask: Sendable {
  private let scope: EffectScope?

  init(_ scope: EffectScope?) {
    self.scope = scope
  }

  /// Cancels all the effects. Does nothing if there are none.
  public func cancel() {
    scope?.cancel()
  }

  /// Waits until all effects have ended. Returns at once if there are none.
  ///
  /// If the waiting task is canceled, the effects are canceled too, and are still awaited.
  public func finish() async {
    guard let scope else { return }
    await withTaskCancellationHandler {
      await scope.settle()
    } onCancel: {
      scope.cancel()
    }
  }

  /// Whether the effects were canceled; also `true` if the action started none.
  public var isCancelled: Bool {
    scope?.isCancelled ?? true
  }
}

extension StoreTask: Hashable {
  /// Returns whether both are the same task.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.scope === rhs.scope
  }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(scope.map(ObjectIdentifier.init))
  }
}
