import CaseKeyPaths
import CounterpointSupport

/// Detects whether a reducer performs the write that a store was asked for. The action retains it, so its
/// deinitialization means that no reducer will.
final class BindingWrite: Sendable {
  private let isHandled = Locked(false)
  private let dropped: @Sendable () -> Void

  init(dropped: @escaping @Sendable () -> Void) {
    self.dropped = dropped
  }

  deinit {
    if !isHandled.withLock({ $0 }) { dropped() }
  }

  /// A reducer has written the value.
  func handle() {
    isHandled.withLock { $0 = true }
  }
}

/// Reports a write that no reducer has performed: immediately, if that is known when the store has handled the
/// action; in a later job of the store's actor, if the action waits or is still retained.
private final class UnhandledWrite: Sendable {
  private enum Phase {
    case sending
    case sent
    case dropped
  }

  private let phase = Locked(Phase.sending)
  private weak let actor: (any Actor)?
  // Safe because it is called on the store's actor only.
  nonisolated(unsafe) private let report: () -> Void

  init(actor: (any Actor)?, report: @escaping () -> Void) {
    self.actor = actor
    unsafe self.report = report
  }

  /// The action is gone. Any thread.
  func drop() {
    let wasSent = phase.withLock { phase in
      defer { phase = .dropped }
      return phase == .sent
    }
    if wasSent, let actor { Task { await report(on: actor) } }
  }

  /// The action has been sent. On the store's actor.
  func endSend() {
    let isDropped = phase.withLock { phase in
      if case .dropped = phase { return true }
      phase = .sent
      return false
    }
    if isDropped { unsafe report() }
  }

  private func report(on actor: isolated any Actor) {
    unsafe report()
  }
}

extension StoreCore {
  /// Sends a binding's write. It is dropped silently if the state was removed, because screens also write while they
  /// disappear.
  ///
  /// - Parameters:
  ///   - action: The write.
  ///   - embed: Embeds it in an action of the store.
  ///   - location: The use of the binding, for issues.
  func write<Root>(_ action: BindingAction<Root>, at location: SourceLocation, _ embed: (BindingAction<Root>) -> Action)
  {
    guard !isGone else { return }
    #if DEBUG
    let unhandled = UnhandledWrite(actor: hub.isolation) { [weak self] in
      guard let self, !isGone else { return }
      reportUnhandledWrite(of: action, in: Action.self, at: location)
    }
    send(action, watched: BindingWrite { unhandled.drop() }, at: location, embed)
    unhandled.endSend()
    #else
    send(action, watched: nil, at: location, embed)
    #endif
  }

  /// A function of its own, so that the action is released when it has been handled.
  private func send<Root>(
    _ action: BindingAction<Root>,
    watched write: consuming BindingWrite?,
    at location: SourceLocation,
    _ embed: (BindingAction<Root>) -> Action
  ) {
    var action = action
    action.write = write
    _ = send(embed(action), at: location)
  }

  /// Whether the state is gone, as far as one can tell: not while it is being changed.
  var isGone: Bool {
    hub.runningReducer == nil && isInvalid
  }
}

private func reportUnhandledWrite<Root>(
  of action: BindingAction<Root>,
  in type: Any.Type,
  at location: SourceLocation
) {
  reportIssue(
    """
    A binding action was sent to a store of '\(unqualifiedName(of: type))', and no reducer has written the value:

    \(indentedDump(of: action))

    Add 'BindingReducer()' to the 'body' of the feature, above the reducer that is to see the new value. If the actions of \
    its screen are in a case of their own, name that: 'BindingReducer(action: \\.view)'.
    """,
    at: location
  )
}
