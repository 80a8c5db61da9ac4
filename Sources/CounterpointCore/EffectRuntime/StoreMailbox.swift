/// Delivers messages from the tasks of effects to their store, on the store's actor.
///
/// Weak: effects retain neither their store nor the actor that owns it. After the store's release, messages are
/// dropped.
final class StoreMailbox<Action>: Sendable {
  /// A message to the store.
  enum Message {
    /// An action of an effect.
    case action(Action, from: EffectTask)
    /// The dismissal of the child that started an effect.
    case dismissal(ErasedDismissal<Action>, from: EffectTask)
    /// The end of a throttle's time window, with the number of the held action and the `send` that it descends from.
    case windowEnd(Int, Throttle, SendOrigin?)
    /// The remaining stages of a concatenation.
    case stages(PendingStages<Action>)
  }

  private weak let actor: (any Actor)?
  // Safe because it is read on the actor only.
  nonisolated(unsafe) private weak let receiver: (any EffectReceiver<Action>)?
  /// The scheduler of a test store, which delivers the messages itself.
  let scheduler: (any EffectScheduler)?

  init(actor: (any Actor)?, receiver: any EffectReceiver<Action>, scheduler: (any EffectScheduler)?) {
    self.actor = actor
    self.scheduler = scheduler
    unsafe self.receiver = receiver
  }

  /// Delivers a message, and returns when the store has handled it.
  ///
  /// Messages of a canceled task are dropped, except for the stages of a concatenation, whose scopes must be left.
  nonisolated(nonsending) func deliver(_ message: sending Message) async {
    if let scheduler {
      // Safe because the message is transferred: the effect waits, and has given up its action.
      nonisolated(unsafe) let message = message
      let (origin, isDropped) = unsafe (message.origin, message.isDroppedIfCanceled)
      return await scheduler.deliver(from: origin, droppedIfCanceled: isDropped) {
        unsafe self.handle(message)
      }
    }
    guard let actor else { return message.abandon() }
    await handle(message, on: actor)
  }

  private func handle(_ message: sending Message, on actor: isolated any Actor) {
    // Not only the effect's task: the sender may be a task that the effect created.
    if message.isDroppedIfCanceled, Task.isCancelled { return }
    handle(message)
  }

  private func handle(_ message: Message) {
    guard let receiver = unsafe receiver else { return message.abandon() }
    // The reducer and the observers are not part of the effect.
    CurrentEffect.$current.withValue(nil) {
      switch message {
      case .action(let action, let task): receiver.runner.receive(action, from: task)
      case .dismissal(let dismissal, let task): receiver.runner.dismiss(dismissal, from: task)
      case .windowEnd(let number, let throttle, _): receiver.runner.endWindow(number, throttle)
      case .stages(let stages): receiver.runner.resume(stages)
      }
    }
  }
}

extension StoreMailbox.Message {
  /// The `send` from which the message descends.
  fileprivate var origin: SendOrigin? {
    switch self {
    case .action(_, let task), .dismissal(_, let task): task.sendScope.origin
    case .windowEnd(_, _, let origin): origin
    case .stages(let stages): stages.sendScope.origin
    }
  }

  fileprivate var isDroppedIfCanceled: Bool {
    if case .stages = self { false } else { true }
  }

  /// Leaves the scopes of pending stages, because the store was released.
  fileprivate func abandon() {
    if case .stages(let stages) = self { stages.abandon() }
  }
}

/// A store, as its effects use it. All members are used on the store's actor.
protocol EffectReceiver<Action>: AnyObject {
  associatedtype Action

  /// The store's actor; `nil` after its release.
  var isolation: (any Actor)? { get }

  /// The instruments of the tasks that are scheduled from now on; `nil` if there are none.
  var effectInstruments: [any EffectInstrument]? { get }

  /// The part of the store that runs its effects.
  var runner: EffectRunner<Action> { get }

  /// The scope of the current `send`, created on demand.
  var sendScope: EffectScope { get }

  /// The number of the last reduction.
  var reductions: Int { get }

  /// Runs a function with the store's dependencies: the overrides of an effect don't apply to the observers.
  func withDependencies(_ body: () -> Void)

  /// Handles an action of an effect, or queues it if the store is busy.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - scope: The scope of the action's effects; `nil` for that of the current `send`.
  ///   - cause: What sent the action, for instruments.
  func handle(_ action: Action, in scope: EffectScope?, cause: @autoclosure () -> ActionCause)

  /// Cancels all effects of the store, and those that start later.
  func cancelEffects()

  /// Starts effects of an earlier `send`, and handles the actions that they send synchronously.
  func resume(in scope: EffectScope, _ start: () -> Void)
}
