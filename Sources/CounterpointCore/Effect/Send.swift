/// Sends actions from an effect's task to its store.
///
/// `await send(action)` delivers the action to the store's actor, and returns when it has been handled, with all
/// actions that it sent synchronously. Actions of a canceled task are dropped, as are those after the store's
/// release.
public struct Send<Action>: Sendable {
  private let deliver: nonisolated(nonsending) @Sendable (sending Action) async -> Void

  /// Makes a `Send` of your own, to test a function that takes one.
  ///
  /// - Parameter send: Receives each action.
  public init(send: nonisolated(nonsending) @escaping @Sendable (_ action: sending Action) async -> Void) {
    self.deliver = send
  }

  init<Target>(mapping send: Send<Target>, _ transform: @escaping @Sendable (Action) -> Target) {
    self.init { action in await send.deliver(transform(action)) }
  }

  /// Sends an action and waits until the store has handled it.
  ///
  /// - Parameter action: The action. It need not be `Sendable`: it is handed over.
  public nonisolated(nonsending) func callAsFunction(_ action: sending Action) async {
    guard !Task.isCancelled else { return }
    await deliver(action)
  }
}

/// The `Send` of a reducer's effects: `SendOf<Feature>` is `Send<Feature.Action>`.
public typealias SendOf<R: Reducer> = Send<R.Action>
