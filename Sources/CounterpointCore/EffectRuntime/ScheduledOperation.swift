/// An effect that a store has taken over, registered under its ids and features. Nothing of it has started yet, and a
/// cancellation finds it already.
///
/// An ``Effect`` is the description. `EffectRunner` makes a scheduled operation of the parts that can be canceled
/// before they start, and an ``EffectTask`` for each `.run` that starts.
enum ScheduledOperation<Action> {
  /// An operation that needs no scope: an action, a task, a cancellation.
  case description(Effect<Action>.Operation, EffectContext)
  case merge([ScheduledOperation])
  /// The stages of a concatenation, and the scope that they are part of.
  case concatenate([Stage], in: EffectScope)
  /// An operation under a cancellation id or of a child. With `cancelInFlight`, the effects in flight under the id are
  /// canceled when it starts.
  indirect case registered(RegisteredScope, cancelInFlight: Bool, ScheduledOperation)

  /// A stage of a concatenation. Its scope counts as in flight until the stage has ended.
  struct Stage {
    let scope: EffectScope
    let operation: ScheduledOperation

    /// Leaves the scopes of the stage, because it will not start.
    func abandon() {
      operation.abandon()
      _ = scope.leave()
    }
  }

  /// Leaves the scopes of the operation, because it will not start.
  func abandon() {
    switch self {
    case .description:
      break
    case .merge(let operations):
      for operation in operations { operation.abandon() }
    case .concatenate(let stages, _):
      for stage in stages { stage.abandon() }
    case .registered(let scope, _, let operation):
      operation.abandon()
      _ = scope.leave()
    }
  }
}

/// The stages of a concatenation that wait for the one in flight.
struct PendingStages<Action>: @unchecked Sendable {
  // @unchecked because its actions come from the store's actor and are accessed only there.
  let stages: ArraySlice<ScheduledOperation<Action>.Stage>
  /// The scope of the `send` that they descend from.
  let sendScope: EffectScope
  /// The scope that counts the stages as in flight.
  let scope: EffectScope

  /// Leaves the scopes of the stages, because their store was released or they were canceled.
  func abandon() {
    for stage in stages { stage.abandon() }
  }
}

extension Effect.Operation {
  /// Whether the operation starts a task or holds back an action, so that there is something to cancel.
  var hasTasks: Bool {
    switch self {
    case .run, .throttle: true
    case .send, .sync, .cancel, .cancelChildren: false
    case .merge(let operations), .concatenate(let operations): operations.contains(where: \.hasTasks)
    case .cancellable(_, _, let operation), .child(_, let operation): operation.hasTasks
    case .replacement(let dismounts, let mounts): dismounts.hasTasks || mounts.hasTasks
    }
  }
}
