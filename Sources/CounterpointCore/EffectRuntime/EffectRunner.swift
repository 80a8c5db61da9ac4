/// Runs the effects of one store: schedules and registers their operations, starts their tasks, and passes on their
/// actions. Created with the first effect that is more than an action.
///
/// Used on the store's actor.
final class EffectRunner<Action> {
  typealias Operation = Effect<Action>.Operation

  /// The scheduled tasks that begin after the current job.
  private var scheduled: [EffectTask] = [] {
    didSet { hasScheduled = !scheduled.isEmpty }
  }
  // Without checks of exclusive access, because each action of the store reads it; see `RootCore`.
  @safe @exclusivity(unchecked) private(set) var hasScheduled = false

  /// The scheduled tasks of dismounts and mounts of one action, by their indices.
  private struct Replacement {
    let dismounts: Range<Int>
    let mounts: Range<Int>
  }

  private var replacements: [Replacement] = []

  /// Owns this object.
  private unowned let store: any EffectReceiver<Action>
  private let mailbox: StoreMailbox<Action>
  private let cancellations: CancellationRegistry
  private var windows = ThrottleWindows<Action>()

  init(
    _ store: any EffectReceiver<Action>,
    cancellations: CancellationRegistry,
    scheduler: (any EffectScheduler)?
  ) {
    self.store = store
    self.cancellations = cancellations
    self.mailbox = StoreMailbox(actor: store.isolation, receiver: store, scheduler: scheduler)
  }

  /// Starts an effect. Synchronous actions are queued, and tasks are scheduled.
  func start(_ operation: Operation, _ context: EffectContext) {
    switch operation {
    case .send(let action):
      guard !context.isCancelled else { return }
      send(action, context)
    case .sync(let action):
      guard !context.isCancelled else { return }
      send(action(), context)
    case .run(let operation):
      schedule(operation, scope: context.scope ?? store.sendScope, sendScope: store.sendScope, context)
    case .merge(let operations):
      for operation in operations { start(operation, context) }
    case .concatenate, .cancellable:
      start(schedule(operation, context))
    case .cancel(let id):
      cancellations.cancel(id: id, in: context.path) { $0.reduction == context.reduction }
    case .throttle(let throttle, let operation):
      start(operation, context.throttled(by: throttle.at(context.path)))
    case .child(let child, let inner):
      if child.isCanceledByRemoval, inner.hasTasks {
        start(schedule(operation, context))
      } else {
        start(inner, context.within(child))
      }
    case .cancelChildren(let property, let children):
      cancellations.cancel(children, in: property, of: context.path, sparing: context.reduction)
    case .replacement(let dismounts, let mounts):
      let first = scheduled.count
      start(dismounts, context)
      let second = scheduled.count
      start(mounts, context)
      guard first < second, second < scheduled.count else { return }
      replacements.append(Replacement(dismounts: first..<second, mounts: second..<scheduled.count))
    }
  }

  /// Starts a scheduled operation.
  private func start(_ operation: ScheduledOperation<Action>) {
    switch operation {
    case .description(let operation, let context):
      start(operation, context)
    case .merge(let operations):
      for operation in operations { start(operation) }
    case .concatenate(let stages, let outer):
      start(stages[...], in: outer)
    case .registered(let scope, let cancelInFlight, let operation):
      // Leaves the scope that the operation has entered.
      defer { _ = scope.leave() }
      // Canceled before its start, it must not cancel other effects either.
      guard scope.begin() else { return operation.abandon() }
      if cancelInFlight, let id = scope.id {
        cancellations.cancel(id: id, in: scope.path) { other in
          scope.isWithin(other) || (other.reduction == scope.reduction && !other.hasBegun)
        }
      }
      start(operation)
    }
  }

  /// Starts the stages of a concatenation until one is in flight; the rest follows when that has settled.
  private func start(_ stages: ArraySlice<ScheduledOperation<Action>.Stage>, in outer: EffectScope) {
    var stages = stages
    while let stage = stages.popFirst() {
      start(stage.operation)
      guard !stages.isEmpty else {
        _ = stage.scope.leave()
        return
      }
      // The rest has entered the outer scope, so that it is not settled between two stages.
      outer.enter()
      let rest = PendingStages(stages: stages, sendScope: store.sendScope, scope: outer)
      let isInFlight = stage.scope.leave(thenFollowUp: { [mailbox] in
        await mailbox.deliver(.stages(rest))
        for followUp in rest.scope.leave() { await followUp() }
      })
      guard !isInFlight else { return }
      _ = outer.leave()
    }
  }

  /// Starts the remaining stages of a concatenation, in a job of their own.
  func resume(_ rest: PendingStages<Action>) {
    // A task would be canceled when it starts, but an action would be sent.
    guard !rest.scope.isCancelled else { return rest.abandon() }
    store.resume(in: rest.sendScope) { start(rest.stages, in: rest.scope) }
  }
}

// MARK: - Scheduling

extension EffectRunner {
  /// Registers the cancellable parts of an operation under their ids before they start.
  private func schedule(_ operation: Operation, _ context: EffectContext) -> ScheduledOperation<Action> {
    switch operation {
    case .send, .sync, .run, .cancel, .cancelChildren:
      return .description(operation, context)
    case .merge(let operations):
      return .merge(operations.map { schedule($0, context) })
    case .throttle(let throttle, let operation):
      return schedule(operation, context.throttled(by: throttle.at(context.path)))
    case .concatenate(let operations):
      let outer = context.scope ?? store.sendScope
      // The scope of a stage is created before its operations, so that a cancellable part is awaited as part of its
      // stage.
      let stages = operations.map { operation in
        let scope = EffectScope(parent: outer)
        scope.enter()
        return ScheduledOperation.Stage(scope: scope, operation: schedule(operation, context.within(scope)))
      }
      return .concatenate(stages, in: outer)
    case .cancellable(let id, let cancelInFlight, let operation):
      let scope = register(id: id, context)
      return .registered(scope, cancelInFlight: cancelInFlight, schedule(operation, context.within(scope)))
    case .replacement(let dismounts, let mounts):
      // Only in an effect that the lifecycle has not returned itself, where their order is that of a merge.
      return .merge([schedule(dismounts, context), schedule(mounts, context)])
    case .child(let child, let operation):
      let context = context.within(child)
      guard child.isCanceledByRemoval, operation.hasTasks else { return schedule(operation, context) }
      let scope = register(id: nil, context)
      return .registered(scope, cancelInFlight: false, schedule(operation, context.within(scope)))
    }
  }

  /// Registers effects under an id, or as those of the feature that returned them, and counts them as in flight.
  private func register(id: CancelID?, _ context: EffectContext) -> RegisteredScope {
    let scope = RegisteredScope(
      parent: context.scope ?? store.sendScope,
      in: cancellations,
      id: id,
      path: context.path,
      reduction: context.reduction
    )
    scope.enter()
    scope.register()
    return scope
  }

  @discardableResult
  private func schedule(
    _ operation: RunOperation<Action>,
    scope: EffectScope,
    sendScope: EffectScope,
    _ context: EffectContext
  ) -> EffectTask {
    let task = EffectTask(
      operation,
      scope: scope,
      sendScope: sendScope,
      context: context,
      registry: cancellations,
      instruments: store.effectInstruments,
      mailbox: mailbox
    )
    scope.insert(task)
    scheduled.append(task)
    return task
  }

  /// Begins the scheduled tasks after the current job of the store's actor.
  ///
  /// The task that begins them runs on the store's actor, so a task canceled in this job never begins. The tasks do
  /// not retain the actor: an actor that owns its store can be released while effects run, which cancels them.
  func beginScheduled() {
    guard !scheduled.isEmpty else { return }
    let tasks = scheduled
    scheduled = []
    let replacements = replacements
    self.replacements = []
    if let scheduler = mailbox.scheduler { return begin(tasks, with: scheduler) }
    guard let actor = store.isolation else {
      // Sent during the actor's deinitialization: there is no later job, and no receiver.
      store.cancelEffects()
      _ = Task { for followUp in EffectTask.begin(tasks) { await followUp() } }
      return
    }
    guard replacements.isEmpty else { return begin(tasks, replacements, on: actor) }
    actor.assumeIsolated { actor in
      _ = Task {
        _ = actor
        let followUps = EffectTask.begin(tasks)
        for followUp in followUps { await followUp() }
      }
    }
  }

  /// Begins tasks, those of mounts when the tasks of dismounts have run up to their first suspension.
  @inline(never)
  private func begin(_ tasks: [EffectTask], _ replacements: [Replacement], on actor: any Actor) {
    let dismounts = replacements.flatMap { tasks[$0.dismounts] }
    let mounts = replacements.flatMap { tasks[$0.mounts] }
    let replacing = Set(replacements.flatMap { $0.dismounts.lowerBound..<$0.mounts.upperBound })
    let others = tasks.indices.filter { !replacing.contains($0) }.map { tasks[$0] }
    actor.assumeIsolated { actor in
      _ = Task {
        _ = actor
        let ended = EffectTask.begin(others)
        let (endedDismounts, executors) = EffectTask.beginOnExecutors(dismounts)
        for executor in executors { await executor.firstJob() }
        for followUp in ended + endedDismounts + EffectTask.begin(mounts) { await followUp() }
      }
    }
  }

  private func begin(_ tasks: [EffectTask], with scheduler: any EffectScheduler) {
    scheduler.enqueue(from: tasks.first?.sendScope.origin) {
      let followUps = EffectTask.begin(tasks)
      guard !followUps.isEmpty else { return }
      _ = Task(executorPreference: scheduler.executor) { for followUp in followUps { await followUp() } }
    }
  }
}

// MARK: - Actions of effects

extension EffectRunner {
  /// Handles an action that an effect sends from its task.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - task: The effect.
  ///   - hasEscaped: Whether the effect had ended before. The action is handled, and reported.
  func receive(_ action: Action, from task: EffectTask, hasEscaped: Bool) {
    if hasEscaped { task.reportEscapedSend(of: action) }
    store.withDependencies {
      guard !task.throttles.isEmpty else { return store.handle(action, in: task.sendScope, cause: task.cause) }
      pass(
        ThrottledAction(
          action: action,
          throttles: task.throttles,
          scope: task.scope,
          sendScope: task.sendScope,
          effectGroup: task.effectGroup,
          cause: task.cause
        )
      )
      beginScheduled()
    }
  }

  /// Handles an action that an effect sends synchronously.
  private func send(_ action: Action, _ context: EffectContext) {
    let cause = ActionCause.reducer(of: context.reduction)
    guard !context.throttles.isEmpty else { return store.handle(action, in: nil, cause: cause) }
    pass(
      ThrottledAction(
        action: action,
        throttles: context.throttles,
        scope: context.scope ?? store.sendScope,
        sendScope: store.sendScope,
        effectGroup: context.effectGroup,
        cause: cause
      )
    )
  }

  /// Dismisses the child that started an effect, unless the effect was canceled, as it is after the child's removal.
  func dismiss(_ dismissal: ErasedDismissal<Action>, from task: EffectTask) {
    guard !task.scope.isCancelled, case .action(let action) = dismissal.dismissal else { return }
    store.withDependencies { store.handle(action, in: task.sendScope, cause: task.cause) }
  }

  /// Sends the action that a throttle held back under a number, if it still does.
  func endWindow(_ number: Int, _ throttle: Throttle) {
    guard let action = windows.release(number, throttle) else { return }
    store.withDependencies {
      pass(action.next)
      beginScheduled()
    }
  }

  /// Handles an action, unless a throttle holds it back. Then a task that waits for the window's end is scheduled.
  private func pass(_ action: ThrottledAction<Action>) {
    guard let throttle = action.throttles.last else {
      return store.handle(action.action, in: action.sendScope, cause: action.cause)
    }
    switch windows.admit(throttle) {
    case .passes:
      pass(action.next)
    case .isDropped:
      break
    case .isHeld(let window, let number):
      let wait = RunOperation<Action>(priority: nil, name: nil, location: throttle.location) {
        [mailbox, origin = action.sendScope.origin] _ in
        // A clock that throws must not hold back the action forever.
        try? await window.untilEnd()
        await mailbox.deliver(.windowEnd(number, throttle, origin))
      }
      let context = EffectContext(reduction: store.reductions, actionName: nil, effectGroup: action.effectGroup)
      let task = schedule(wait, scope: action.scope, sendScope: action.sendScope, context)
      windows.hold(ThrottleWindows.HeldAction(number: number, action: action, task: task), throttle)?.cancel()
    }
  }
}
