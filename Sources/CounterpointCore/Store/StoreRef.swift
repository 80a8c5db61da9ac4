/// A sendable reference to a store, for other actors, detached tasks, callbacks and effects.
///
/// A store can't be captured by code that may run off its actor; a reference can. It is weak: after the store's
/// release, it does nothing.
///
/// ```swift
/// let ref = store.ref
/// connection.onMessage = { message in Task { await ref.send(.received(message)) } }
/// ```
public struct StoreRef<State, Action>: Sendable {
  private let target: Target

  /// Creates a reference to a store.
  public init(_ store: Store<State, Action>) {
    self.target = Target(store)
  }

  /// Sends an action on the store's actor, and returns when it has been handled. Its effects may still run.
  ///
  /// - Parameter action: The action. It need not be `Sendable`, because it is transferred.
  /// - Returns: The effects that it started; an empty task if the store was released.
  @discardableResult
  public func send(_ action: sending Action) async -> StoreTask {
    guard let actor = target.actor else { return StoreTask(nil) }
    return await send(action, on: actor)
  }

  private func send(_ action: sending Action, on actor: isolated any Actor) -> StoreTask {
    unsafe target.store?.send(action) ?? StoreTask(nil)
  }

  /// Runs a function with the store on its actor.
  ///
  /// - Parameter body: Receives the store. Runs without a suspension.
  /// - Returns: The result of `body`; `nil` if the store was released.
  public func withStore<Value: Sendable, Failure: Error>(
    _ body: @Sendable (_ store: Store<State, Action>) throws(Failure) -> Value
  ) async throws(Failure) -> Value? {
    guard let actor = target.actor else { return nil }
    return try await withStore(on: actor, body)
  }

  private func withStore<Value: Sendable, Failure: Error>(
    on actor: isolated any Actor,
    _ body: @Sendable (_ store: Store<State, Action>) throws(Failure) -> Value
  ) throws(Failure) -> Value? {
    guard let store = unsafe target.store else { return nil }
    return try body(store)
  }

  private final class Target: Sendable {
    weak let actor: (any Actor)?
    // Safe because it is read on the store's actor only.
    nonisolated(unsafe) weak let store: Store<State, Action>?

    init(_ store: Store<State, Action>) {
      self.actor = store.core.hub.isolation
      unsafe self.store = store
    }
  }
}

extension Store {
  /// A sendable, weak reference to this store.
  public var ref: StoreRef<State, Action> {
    StoreRef(self)
  }
}
