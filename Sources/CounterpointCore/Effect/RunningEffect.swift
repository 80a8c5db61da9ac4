import Locks

/// The work of one `.run` from its registration to its end.
///
/// Safe to use from any thread.
final class RunningEffect<Action>: Sendable {
  private enum Phase {
    /// In the table, waiting for the end of the store's turn.
    case registered
    case running(Task<Void, Never>)
    /// Cancelled before it began: it never will.
    case cancelled
    case ended
  }

  /// What the effect is waited for and cancelled with.
  let scope: EffectScope
  /// What the effects of the actions that it sends belong to.
  let group: EffectScope

  /// What the actions that it sends go through, the innermost last.
  let throttles: [Throttle]

  private let work: Work<Action>
  private let home: StoreHome<Action>
  private let registry: CancellationRegistry
  private let phase = Locked(Phase.registered)
  /// The name of the action whose reduction returned the work, where it is known.
  private let origin: String?
  /// What the work is a part of, to who supervises the store.
  let unit: EffectUnit?
  /// The child that the work is an effect of.
  private let place: Place?
  /// What dismisses the child. Safe because it is looked at on the store's actor only; it is made of no more than the way to
  /// the child, so it may go anywhere.
  nonisolated(unsafe) let dismissal: Dismissal<Action>

  init(
    _ work: Work<Action>,
    scope: EffectScope,
    group: EffectScope,
    context: EffectContext<Action>,
    registry: CancellationRegistry,
    home: StoreHome<Action>
  ) {
    self.work = work
    self.scope = scope
    self.group = group
    self.throttles = context.throttles
    self.origin = context.origin
    self.unit = context.unit
    self.place = context.place
    unsafe self.dismissal = context.dismissal
    self.registry = registry
    self.home = home
  }

  /// Whether the work's operation has returned; what it sends after that has escaped from it.
  var hasReturned: Bool {
    phase.withLock { if case .ended = $0 { true } else { false } }
  }

  /// Whether it has neither ended nor been cancelled.
  var isAlive: Bool {
    let isInFlight = phase.withLock { phase in
      switch phase {
      case .registered: true
      case .running(let task): !task.isCancelled
      case .cancelled, .ended: false
      }
    }
    return isInFlight && !scope.isCancelled
  }

  /// Begins all that was not cancelled meanwhile, in order. On the store's actor.
  ///
  /// - Returns: What the caller has to await afterwards, because work that was cancelled was the last of a stage.
  static func begin(_ effects: [RunningEffect]) -> [EffectScope.FollowUp] {
    effects.flatMap { effect in effect.begin() ? [] : effect.end() }
  }

  private func begin() -> Bool {
    phase.withLock { phase in
      guard case .registered = phase else { return false }
      if let supervisor = home.supervisor, let unit {
        phase = .running(begin(unit, under: supervisor))
      } else {
        phase = .running(Task(name: work.name, priority: work.priority) { await self.run() })
      }
      return true
    }
  }

  private func begin(_ unit: EffectUnit, under supervisor: any EffectSupervisor) -> Task<Void, Never> {
    let location = EffectLocation(fileID: work.location.fileID, line: work.location.line)
    let executor = supervisor.executor(for: unit, at: location)
    return Task(name: work.name, executorPreference: executor, priority: work.priority) {
      await self.run()
      supervisor.ended(on: executor)
    }
  }

  private func run() async {
    if !Task.isCancelled {
      let send = Send<Action> { action in await self.home.deliver(action, from: self) }
      let current = CurrentEffect(
        registry: registry,
        scope: scope,
        place: place,
        dismiss: isDismissible ? dismiss : nil
      )
      await CurrentEffect.$current.withValue(current) {
        await work.body(send)
      }
    }
    for followUp in end() { await followUp() }
  }

  private var isDismissible: Bool {
    if case .ofParent = unsafe dismissal { false } else { true }
  }

  /// Has the child dismissed that the work is an effect of.
  private func dismiss() async {
    await home.dismiss(from: self)
  }

  private func end() -> [EffectScope.FollowUp] {
    phase.withLock { $0 = .ended }
    return scope.remove(self)
  }

  /// Reports, on the store's actor, that the work's `send` was used after the work had returned.
  func reportEscapedSend(of action: Action) {
    reportIssue(
      """
      An action was sent from an effect that had already returned:

      \(indentedDump(of: action))

      The effect, '.run' at \(work.location.fileID):\(work.location.line), was started by \
      \(origin ?? "an action (its name is known in debug builds)").

      The action is handled, but nothing waits for it or can cancel it. Don't let 'send' escape into an unstructured task \
      or a callback: await in the operation what it waits for.
      """,
      at: work.location
    )
  }
}

extension RunningEffect: CancellableWork {
  func cancel() {
    let task = phase.withLock { phase -> Task<Void, Never>? in
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
