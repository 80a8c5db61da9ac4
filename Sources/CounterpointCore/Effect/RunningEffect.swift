import CounterpointSupport

/// The task of one `.run`, from its registration to its end.
///
/// Not generic, because looking up a generic type costs more than its operations. Safe to use from any thread.
final class RunningEffect: @unchecked Sendable {
  // @unchecked because of `phase`, which is touched with the scope's lock held only.

  private enum Phase {
    /// In the table, waiting for the end of the store's turn.
    case registered
    case running(Task<Void, Never>)
    /// Canceled before it began; it never will.
    case cancelled
    case ended
  }

  /// The scope in which the effect is awaited and canceled.
  let scope: EffectScope
  /// The scope of the effects of the actions that it sends.
  let group: EffectScope

  /// The throttles of the actions that it sends, the innermost last.
  let throttles: [Throttle]
  /// The unit of the task, for the store's supervisor.
  let unit: EffectGroup?

  private let priority: TaskPriority?
  private let name: String?
  private let location: SourceLocation
  /// Does the work, and brings home what it sends.
  private let body: @Sendable (RunningEffect) async -> Void
  /// Dismisses the child feature that started this effect; `nil` if the effect can't dismiss it.
  private let dismissal: (@Sendable (RunningEffect) async -> Void)?
  private let registry: CancellationRegistry
  private let supervisor: (any EffectScheduler)?
  private var phase = Phase.registered
  /// The name of the action whose reduction returned the work, where it is known.
  private let origin: String?
  /// The child that the work is an effect of.
  private let place: FeaturePath?

  init<Action>(
    _ work: Work<Action>,
    scope: EffectScope,
    group: EffectScope,
    context: EffectContext,
    registry: CancellationRegistry,
    home: StoreMailbox<Action>
  ) {
    self.scope = scope
    self.group = group
    self.throttles = context.throttles
    self.unit = context.unit
    self.priority = work.priority
    self.name = work.name
    self.location = work.location
    self.body = { [body = work.body] effect in
      await body(Send { action in await home.deliver(action, from: effect) })
    }
    // Looked at first, because the cast costs more than the rest.
    if let held = context.dismissal, let dismissal = held as? HeldDismissal<Action> {
      self.dismissal = { effect in await home.dismiss(dismissal, from: effect) }
    } else {
      self.dismissal = nil
    }
    self.registry = registry
    self.supervisor = home.supervisor
    self.origin = context.origin
    self.place = context.place
    scope.instrument?.effectBegan()
  }

  /// Whether the work's operation has returned; what it sends after that has escaped from it.
  var hasReturned: Bool {
    scope.lock.withLock { _ in if case .ended = phase { true } else { false } }
  }

  /// Whether it has neither ended nor been canceled.
  var isAlive: Bool {
    let isInFlight = scope.lock.withLock { _ in
      switch phase {
      case .registered: true
      case .running(let task): !task.isCancelled
      case .cancelled, .ended: false
      }
    }
    return isInFlight && !scope.isCancelled
  }

  /// Begins all that was not canceled meanwhile, in order. On the store's actor.
  ///
  /// - Returns: What the caller has to await afterwards, because work that was canceled was the last of a stage.
  static func begin(_ effects: [RunningEffect]) -> [EffectScope.FollowUp] {
    var followUps: [EffectScope.FollowUp] = []
    for effect in effects where !effect.begin() { followUps += effect.end() }
    return followUps
  }

  private func begin() -> Bool {
    // With the lock, so that a cancellation finds either that it has not begun, or its task.
    scope.lock.withLock { _ in
      guard case .registered = phase else { return false }
      if let supervisor, let unit {
        phase = .running(begin(unit, under: supervisor))
      } else {
        phase = .running(Task(name: name, priority: priority) { await self.run() })
      }
      return true
    }
  }

  private func begin(_ unit: EffectGroup, under supervisor: any EffectScheduler) -> Task<Void, Never> {
    let executor = supervisor.executor(for: unit, at: EffectLocation(fileID: location.fileID, line: location.line))
    return Task(name: name, executorPreference: executor, priority: priority) {
      await self.run()
      supervisor.ended(on: executor)
    }
  }

  private func run() async {
    if !Task.isCancelled {
      let dismiss: (@Sendable () async -> Void)? = if let dismissal { { await dismissal(self) } } else { nil }
      let current = CurrentEffect(registry: registry, scope: scope, place: place, dismiss: dismiss)
      await CurrentEffect.$current.withValue(current) {
        guard let instrument = scope.instrument else { return await body(self) }
        let description = EffectDescription(name: name, fileID: location.fileID, line: location.line)
        await instrument.run(description) { await self.body(self) }
      }
    }
    for followUp in end() { await followUp() }
  }

  private func end() -> [EffectScope.FollowUp] {
    scope.lock.withLock { _ in phase = .ended }
    // Before the scope settles: whatever waits for that reads a count without this effect.
    scope.instrument?.effectEnded()
    return scope.remove(self)
  }

  /// Reports, on the store's actor, that the work's `send` was used after the work had returned.
  func reportEscapedSend(of action: some Any) {
    reportIssue(
      """
      An action was sent from an effect that had already returned:

      \(indentedDump(of: action))

      The effect, '.run' at \(location.fileID):\(location.line), was started by \
      \(origin ?? unit?.action ?? "an action (its name is known in debug builds)").

      The action is handled, but nothing waits for it or can cancel it. Don't let 'send' escape into an unstructured task \
      or a callback: await in the operation what it waits for.
      """,
      at: location
    )
  }
}

extension RunningEffect: CancellableWork {
  func cancel() {
    let task = scope.lock.withLock { _ -> Task<Void, Never>? in
      switch phase {
      case .registered:
        phase = .cancelled
        return nil
      case .running(let task):
        return task
      case .cancelled, .ended:
        return nil
      }
    }
    // Outside the lock: this runs cancellation handlers.
    task?.cancel()
  }
}
