import DependencyInjection

extension Effect {
  /// Runs several effects concurrently.
  ///
  /// Each keeps its kind: actions of ``send(_:)`` are handled synchronously, in order; tasks are started later, in
  /// order, and run concurrently.
  public static func merge(_ effects: Self...) -> Self {
    merge(effects)
  }

  /// Runs several effects at the same time.
  public static func merge(_ effects: some Sequence<Self>) -> Self {
    Self(combining: effects.compactMap(\.operation), with: Operation.merge)
  }

  /// Runs this effect and another at the same time.
  @inlinable
  public func merge(with other: Self) -> Self {
    if operation == nil { return other }
    if other.operation == nil { return self }
    return .merge([self, other])
  }

  /// Runs several effects one after the other: each begins when the one before it has ended or was canceled.
  ///
  /// Actions sent with ``send(_:)`` before the first work are handled at once.
  public static func concatenate(_ effects: Self...) -> Self {
    concatenate(effects)
  }

  /// Runs several effects one after the other: each begins when the one before it has ended or was canceled.
  public static func concatenate(_ effects: some Collection<Self>) -> Self {
    Self(combining: effects.compactMap(\.operation), with: Operation.concatenate)
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

  private init(combining operations: [Operation], with combine: ([Operation]) -> Operation) {
    self.init(operations.count > 1 ? combine(operations) : operations.first)
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
    case .sync(let work):
      .sync { transform(work()) }
    case .run(let work):
      .run(work.map(transform))
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
    case .placed(let placement, let operation):
      .placed(placement.map(transform), operation.map(transform))
    case .vacated(let slot, let children):
      .vacated(slot, children)
    case .reserved(let scope, let cancelInFlight, let operation):
      .reserved(scope: scope, cancelInFlight: cancelInFlight, operation.map(transform))
    }
  }
}
