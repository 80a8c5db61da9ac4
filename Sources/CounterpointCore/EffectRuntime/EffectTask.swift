@_spi(Internals) import CounterpointSupport

/// The task of one `.run`, from its registration to its end.
///
/// Not generic, because looking up a generic type costs more than its operations. Safe to use from any thread.
final class EffectTask: @unchecked Sendable {
  // @unchecked because `phase` is accessed only with the scope's lock held. Everything else is immutable.

  private enum Phase {
    /// Registered, and waiting for the end of the store's current job.
    case scheduled
    case inFlight(Task<Void, Never>)
    /// Canceled while it was scheduled; the operation never begins.
    case canceled
    case ended
  }

  /// The scope in which the task is awaited and canceled.
  let scope: EffectScope
  /// The scope of the `send` that the task descends from. The effects of its actions belong to it too.
  let sendScope: EffectScope

  /// The throttles of the task's actions, the innermost last.
  let throttles: [Throttle]
  /// The group of the task, in an instrumented store.
  let effectGroup: EffectGroup?

  /// The number of the reduction that returned the effect.
  private let reduction: Int
  private let priority: TaskPriority?
  private let name: String?
  private let location: SourceLocation
  /// Runs the operation, and delivers its actions to the store.
  private let operation: @Sendable (EffectTask) async -> Void
  /// Dismisses the child feature that started this effect; `nil` if the effect can't dismiss it.
  private let dismissal: (@Sendable (EffectTask) async -> Void)?
  private let registry: CancellationRegistry
  private let scheduler: (any EffectScheduler)?
  private let instruments: [any EffectInstrument]?
  private var phase = Phase.scheduled
  /// The name of the action whose reduction returned the effect, if it is known.
  private let actionName: String?
  /// The path of the feature that returned the effect.
  private let path: FeaturePath?

  init<Action>(
    _ operation: RunOperation<Action>,
    scope: EffectScope,
    sendScope: EffectScope,
    context: EffectContext,
    registry: CancellationRegistry,
    instruments: [any EffectInstrument]?,
    mailbox: StoreMailbox<Action>
  ) {
    self.scope = scope
    self.sendScope = sendScope
    self.throttles = context.throttles
    self.effectGroup = context.effectGroup
    self.reduction = context.reduction
    self.priority = operation.priority
    self.name = operation.name
    self.location = operation.location
    self.operation = { [body = operation.body] task in
      await body(Send(to: EffectSends(mailbox: mailbox, task: task)))
    }
    // Compared with `nil` first, because the cast costs more than the rest.
    if let erased = context.dismissal, let dismissal = erased as? ErasedDismissal<Action> {
      self.dismissal = { task in await mailbox.deliver(.dismissal(dismissal, from: task)) }
    } else {
      self.dismissal = nil
    }
    self.registry = registry
    self.instruments = instruments
    self.scheduler = mailbox.scheduler
    self.actionName = context.actionName
    self.path = context.path
    if let instruments { for instrument in instruments { instrument.effectBegan() } }
  }

  /// Whether the operation has returned. An action that it sends later has escaped from it.
  var hasEnded: Bool {
    scope.lock.withLock { _ in if case .ended = phase { true } else { false } }
  }

  /// The cause of the actions that the effect sends.
  var cause: ActionCause { .effect(location, of: reduction) }

  /// Whether the task is scheduled or in flight, and not canceled.
  var isInFlight: Bool {
    let isInFlight = scope.lock.withLock { _ in
      switch phase {
      case .scheduled: true
      case .inFlight(let task): !task.isCancelled
      case .canceled, .ended: false
      }
    }
    return isInFlight && !scope.isCancelled
  }

  /// Begins the tasks that were not canceled meanwhile, in order. On the store's actor.
  ///
  /// - Returns: The follow-ups that the caller must await, because a canceled task was the last one of a stage.
  static func begin(_ tasks: [EffectTask]) -> [EffectScope.FollowUp] {
    var followUps: [EffectScope.FollowUp] = []
    for task in tasks where !task.begin() { followUps += task.end() }
    return followUps
  }

  /// Begins the tasks as ``begin(_:)`` does, and returns also the executors that have the first jobs of those tasks.
  static func beginOnExecutors(_ tasks: [EffectTask]) -> (followUps: [EffectScope.FollowUp], [FirstJobExecutor]) {
    var followUps: [EffectScope.FollowUp] = []
    var executors: [FirstJobExecutor] = []
    for task in tasks {
      let executor = FirstJobExecutor()
      if task.begin(on: executor) { executors.append(executor) } else { followUps += task.end() }
    }
    return (followUps, executors)
  }

  private func begin(on executor: FirstJobExecutor? = nil) -> Bool {
    // With the lock, so that a cancellation finds the task either scheduled or in flight.
    scope.lock.withLock { _ in
      guard case .scheduled = phase else { return false }
      if let scheduler, let effectGroup {
        phase = .inFlight(begin(effectGroup, with: scheduler))
      } else if let executor {
        phase = .inFlight(Task(name: name, executorPreference: executor, priority: priority) { await self.run() })
      } else {
        phase = .inFlight(Task(name: name, priority: priority) { await self.run() })
      }
      return true
    }
  }

  private func begin(_ effectGroup: EffectGroup, with scheduler: any EffectScheduler) -> Task<Void, Never> {
    let executor = scheduler.executor(for: effectGroup, at: location)
    return Task(name: name, executorPreference: executor, priority: priority) {
      await self.run()
      scheduler.ended(on: executor)
    }
  }

  private func run() async {
    if !Task.isCancelled {
      let dismiss: (@Sendable () async -> Void)? = if let dismissal { { await dismissal(self) } } else { nil }
      let current = CurrentEffect(registry: registry, scope: scope, path: path, dismiss: dismiss)
      await CurrentEffect.$current.withValue(current) {
        guard let instruments else { return await operation(self) }
        let description = EffectDescription(
          name: name,
          location: location,
          reduction: reduction,
          cancelIDs: scope.cancelIDs
        )
        await run(in: instruments[...], description)
      }
    }
    for followUp in end() { await followUp() }
  }

  /// Runs the operation inside of the `run` of each instrument; that of the first instrument is the outermost.
  private func run(in instruments: ArraySlice<any EffectInstrument>, _ description: EffectDescription) async {
    guard let instrument = instruments.first else { return await operation(self) }
    await instrument.run(description) { await self.run(in: instruments.dropFirst(), description) }
  }

  private func end() -> [EffectScope.FollowUp] {
    scope.lock.withLock { _ in phase = .ended }
    // Before the scope settles, because a caller that awaits it may read the number of running effects.
    if let instruments { for instrument in instruments { instrument.effectEnded() } }
    return scope.remove(self)
  }

  /// Reports, on the store's actor, that `send` was used after the operation had returned.
  func reportEscapedSend(of action: some Any) {
    reportIssue(
      """
      An action was sent from an effect that had already returned:

      \(indentedDump(of: action))

      The effect, '.run' at \(location.fileID):\(location.line), was started by \
      \(actionName ?? effectGroup?.action ?? "an action (its name is known in debug builds)").

      The action is handled, but nothing waits for it or can cancel it. Don't let 'send' escape into an unstructured task \
      or a callback: await in the operation what it waits for.
      """,
      at: location
    )
  }
}

extension EffectTask: CancellableTask {
  func cancel() {
    let task = scope.lock.withLock { _ -> Task<Void, Never>? in
      switch phase {
      case .scheduled:
        phase = .canceled
        return nil
      case .inFlight(let task):
        return task
      case .canceled, .ended:
        return nil
      }
    }
    // Outside the lock: this runs cancellation handlers.
    task?.cancel()
  }
}
