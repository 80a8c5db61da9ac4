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
/// The size of a pointer; ``none`` allocates nothing.
public struct Effect<Action>: @unchecked Sendable {
  // @unchecked because the only values of `Action` in an effect are those given to `send(_:)`, and an effect is used up
  // by the one store that its reducer returned it to, on that store's actor. Everything else in it is Sendable.

  @usableFromInline let operation: Operation?

  @usableFromInline
  init(_ operation: Operation?) {
    self.operation = operation
  }

  /// The store's operation for the effect; `nil` for none.
  @usableFromInline
  indirect enum Operation {
    case send(Action)
    case sync(@Sendable () -> Action)
    case run(Work<Action>)
    case merge([Operation])
    case concatenate([Operation])
    case cancellable(id: CancelID, cancelInFlight: Bool, Operation)
    case cancel(id: CancelID)
    case throttle(Throttle, Operation)
    /// The effect of a child.
    case placed(ChildEffectContext<Action>, Operation)
    /// Cancels the effects of children that have gone.
    case vacated(Slot, [ChildIdentity])
    /// A cancellable part of a concatenation that waits for its turn and can be canceled meanwhile. Only the store
    /// makes it.
    case reserved(scope: EffectScope, cancelInFlight: CancelID?, Operation)
  }
}

/// The effects of a reducer: `EffectOf<Feature>` is `Effect<Feature.Action>`.
public typealias EffectOf<R: Reducer> = Effect<R.Action>

extension Effect {
  /// Does nothing. Neutral in ``merge(_:)-(Effect<Action>...)`` and ``concatenate(_:)-(Effect<Action>...)``.
  @inlinable
  public static var none: Self {
    Self(nil)
  }

  /// Sends an action back at once: it is handled before the store's `send` returns, after what already waits.
  ///
  /// Use it to tell a parent something. To share logic between actions, call a method instead: it costs less.
  public static func send(_ action: Action) -> Self {
    Self(.send(action))
  }
}
