@_spi(Internals) import CounterpointSupport

/// Delivers messages from the tasks of effects to their store, on the store's actor.
///
/// Weak: effects retain neither their store nor the actor that owns it. After the store's release, messages are
/// dropped.
final class StoreMailbox<Action>: Sendable {
  /// A message to the store.
  enum Message {
    /// An action of an effect.
    case action(Action, from: EffectTask)
    /// An action of a callback of an effect, and whether the effect had ended before the call.
    case posted(Action, from: EffectTask, hasEscaped: Bool)
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
  /// The delivery of the last posted action. The next one begins after it.
  private let lastPosted = Locked<Task<Void, Never>?>(nil)

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

  /// Delivers an action without waiting for the store, in a later job and in the order of these calls.
  ///
  /// - Parameters:
  ///   - action: The action. It is dropped if the effect was canceled.
  ///   - task: The effect of the callback.
  func post(_ action: sending Action, from task: EffectTask) {
    guard !task.scope.isCancelled else { return }
    // Safe because the action is transferred, and only one of the functions reads it.
    nonisolated(unsafe) let message = Message.posted(action, from: task, hasEscaped: task.hasEnded)
    if let scheduler {
      return unsafe scheduler.enqueue(from: message.origin) { unsafe self.handle(message) }
    }
    guard let actor else { return }
    let deliver = { @Sendable (previous: Task<Void, Never>?) async in
      await previous?.value
      unsafe await self.handle(message, on: actor)
    }
    lastPosted.withLock { last in
      last = Task { [previous = last] in await deliver(previous) }
    }
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
      case .action(let action, let task): receiver.runner.receive(action, from: task, hasEscaped: task.hasEnded)
      case .posted(let action, let task, let hasEscaped):
        // On the store's actor, so that no cancellation comes in between.
        guard !task.scope.isCancelled else { return }
        receiver.runner.receive(action, from: task, hasEscaped: hasEscaped)
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
    case .action(_, let task), .posted(_, let task, _), .dismissal(_, let task): task.sendScope.origin
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

/// Delivers what an effect sends to its store. Small enough for an existential, so that an effect that starts allocates
/// nothing for it.
struct EffectSends<Action>: SendReceiver {
  let mailbox: StoreMailbox<Action>
  let task: EffectTask

  nonisolated(nonsending) func deliver(_ action: sending Action) async {
    await mailbox.deliver(.action(action, from: task))
  }

  func post(_ action: sending Action) {
    mailbox.post(action, from: task)
  }
}
