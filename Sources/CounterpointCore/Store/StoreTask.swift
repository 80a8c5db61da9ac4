/// The effects that an action started, and those of every action that these send, and so on.
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

  /// Waits until all the effects have ended; returns at once if there are none.
  ///
  /// If the waiting task is cancelled, so are the effects; they are waited for even then.
  public func finish() async {
    guard let scope else { return }
    await withTaskCancellationHandler {
      await scope.settle()
    } onCancel: {
      scope.cancel()
    }
  }

  /// Whether the effects were cancelled; `true`, too, if the action started none.
  public var isCancelled: Bool {
    scope?.isCancelled ?? true
  }
}

extension StoreTask: Hashable {
  /// Whether both are the same one.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.scope === rhs.scope
  }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(scope.map(ObjectIdentifier.init))
  }
}
