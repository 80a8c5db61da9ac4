import DependencyInjection

/// A description of work that a reducer requests: nothing, an action sent back, or an asynchronous operation that may
/// send actions.
///
/// Nothing runs, starts or is canceled until the store that runs the reducer receives it. An effect that is created
/// and dropped does nothing.
///
/// ```swift
/// case .buttonTapped:
///   return .run { send in
///     let fact = try await client.fetchFact()
///     await send(.factResponse(fact))
///   }
/// ```
///
/// An effect has the size of a pointer; ``none`` allocates nothing.
public struct Effect<Action>: @unchecked Sendable {
  // @unchecked because the only values of `Action` in an effect are those given to `send(_:)`, and an effect is
  // consumed by the store whose reducer returned it, on that store's actor. Everything else in it is Sendable.

  @usableFromInline let operation: Operation?

  @usableFromInline
  init(_ operation: Operation?) {
    self.operation = operation
  }

  /// The description of an effect's work. The store's runtime makes a `ScheduledOperation` of it.
  @usableFromInline
  indirect enum Operation {
    case send(Action)
    case sync(@Sendable () -> Action)
    case run(RunOperation<Action>)
    case merge([Operation])
    case concatenate([Operation])
    case cancellable(id: CancelID, cancelInFlight: Bool, Operation)
    case cancel(id: CancelID)
    case throttle(Throttle, Operation)
    /// The effect of a child. Returned by the operators that compose reducers.
    case child(ChildEffectContext<Action>, Operation)
    /// Cancels the effects of removed children. Returned by the operators that compose reducers.
    case cancelChildren(ChildProperty, [ChildIdentity])
    /// The effects of dismounts, and those of mounts. The tasks of the latter begin when those of the former have run
    /// up to their first suspension. Returned by the lifecycle of a store.
    case replacement(dismounts: Operation, mounts: Operation)
  }
}

extension Effect {
  /// Does nothing. Neutral in ``merge(_:)-(Effect<Action>...)`` and ``concatenate(_:)-(Effect<Action>...)``.
  @inlinable
  public static var none: Self {
    Self(nil)
  }

  /// Sends an action synchronously: it is handled before the store's `send` returns, after all waiting actions.
  ///
  /// Use it to notify a parent. To share logic between actions, call a method instead, because it costs less.
  public static func send(_ action: Action) -> Self {
    Self(.send(action))
  }
}

extension Effect {
  /// Computes an action when the effect starts, and sends it synchronously: a lazy ``send(_:)``.
  ///
  /// For an environment of functions: `{ number in .sync { isPrime(number) } }`.
  ///
  /// - Parameter work: Computes the action on the store's actor, while the store handles the action that returned the
  ///   effect. Its dependencies are those at this call.
  public static func sync(_ work: @escaping @Sendable () -> Action) -> Self {
    let dependencies = DependencyValues._current
    return Self(.sync { dependencies.run(work) })
  }
}

extension Effect {
  /// Runs several effects concurrently.
  ///
  /// Each keeps its kind: actions of ``send(_:)`` are handled synchronously, in order; tasks are started later, in
  /// order, and run concurrently. Effects that are merged in a loop, one with all before, cost O(n log n).
  public static func merge(_ effects: Self...) -> Self {
    merge(effects)
  }

  /// Runs several effects concurrently.
  public static func merge(_ effects: some Sequence<Self>) -> Self {
    Self(Operation.joined(effects.compactMap(\.operation), by: .merge))
  }

  /// Runs this effect and another concurrently.
  @inlinable
  public func merge(with other: Self) -> Self {
    if operation == nil { return other }
    if other.operation == nil { return self }
    return .merge([self, other])
  }

  /// Runs several effects one after the other: each begins when the one before it has ended or was canceled.
  ///
  /// Actions sent with ``send(_:)`` before the first task are handled synchronously.
  public static func concatenate(_ effects: Self...) -> Self {
    concatenate(effects)
  }

  /// Runs several effects one after the other: each begins when the one before it has ended or was canceled.
  public static func concatenate(_ effects: some Collection<Self>) -> Self {
    Self(Operation.joined(effects.compactMap(\.operation), by: .concatenate))
  }

  /// Runs this effect, then another.
  public func concatenate(with other: Self) -> Self {
    .concatenate([self, other])
  }

  /// Transforms each action that the effect sends.
  ///
  /// For use in a reducer, like all effects: there the actions are on the store's actor.
  ///
  /// - Parameter transform: Returns the new action. It runs where the effect sends: synchronously for ``send(_:)``,
  ///   in the task of ``run(priority:name:operation:catch:fileID:filePath:line:column:)``. Its dependencies are those
  ///   at this call.
  @inlinable
  public func map<NewAction>(_ transform: @escaping @Sendable (Action) -> NewAction) -> Effect<NewAction> {
    guard let operation else { return .none }
    return Effect<NewAction>(operation.mapKeepingDependencies(transform))
  }

  /// Embeds each action that the effect sends in a parent's action, as ``map(_:)`` does, but captures no
  /// dependencies, because embedding needs none.
  @inlinable
  func embedded<Parent>(_ embed: @escaping @Sendable (Action) -> Parent) -> Effect<Parent> {
    guard let operation else { return .none }
    return Effect<Parent>(operation.map(embed))
  }
}

extension Effect.Operation {
  @usableFromInline
  func mapKeepingDependencies<NewAction>(
    _ transform: @escaping @Sendable (Action) -> NewAction
  ) -> Effect<NewAction>.Operation {
    let dependencies = DependencyValues._current
    return map { action in dependencies.run { transform(action) } }
  }

  @usableFromInline
  func map<NewAction>(_ transform: @escaping @Sendable (Action) -> NewAction) -> Effect<NewAction>.Operation {
    switch self {
    case .send(let action):
      .send(transform(action))
    case .sync(let action):
      .sync { transform(action()) }
    case .run(let operation):
      .run(operation.map(transform))
    case .merge(let operations):
      .merge(operations.map { $0.map(transform) })
    case .concatenate(let operations):
      .concatenate(operations.map { $0.map(transform) })
    case .cancellable(let id, let cancelInFlight, let operation):
      .cancellable(id: id, cancelInFlight: cancelInFlight, operation.map(transform))
    case .cancel(let id):
      .cancel(id: id)
    case .throttle(let throttle, let operation):
      .throttle(throttle, operation.map(transform))
    case .child(let child, let operation):
      .child(child.map(transform), operation.map(transform))
    case .cancelChildren(let property, let children):
      .cancelChildren(property, children)
    case .replacement(let dismounts, let mounts):
      .replacement(dismounts: dismounts.map(transform), mounts: mounts.map(transform))
    }
  }
}

extension Effect {
  /// Registers the effect under an id by which it can be canceled.
  ///
  /// The effect is registered as soon as the store has processed the reduction that returned it, so a ``cancel(id:)``
  /// returned by the next action finds it. An id is matched by its type *and* its value. It belongs to the store
  /// whose reducer returned the effect, and to the feature there: two rows of a list, or two children of a parent, may
  /// use the same id independently. A cancellation reaches the descendants of its feature, too. An effect may have
  /// several nested ids; each cancels it.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - cancelInFlight: Whether effects in flight under this id, of the feature and its descendants, are canceled
  ///     first. Of several effects in one `merge`, the last one survives.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    guard let operation else { return .none }
    return Self(.cancellable(id: CancelID(id), cancelInFlight: cancelInFlight, operation))
  }

  /// Cancels the effects with an id that earlier actions started.
  ///
  /// Cancels the effects of the feature that returns it, and of all its descendants. The effects of its parent and of
  /// its siblings are spared. A scope to `\.self` is a part of the same feature.
  ///
  /// Effects that the same reduction returns are spared, in whatever order they are listed. Cancellation is
  /// cooperative: the task is canceled, and the actions that it sends later are dropped.
  ///
  /// - Parameter id: The id, of the same type and value as the one given to ``cancellable(id:cancelInFlight:)``.
  public static func cancel(id: some Hashable & Sendable) -> Self {
    Self(.cancel(id: CancelID(id)))
  }
}
