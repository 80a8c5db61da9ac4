import CaseKeyPaths
import Locks

/// Watches whether some reducer does what a store was asked to write. Belongs to the action: when that is gone, nobody will.
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

/// What to do about a write that no reducer has done: at once if it is known when the store has handled the action, and on a
/// later turn of the store's actor if the action waits, or somebody keeps it to send it again.
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
  /// Sends a write that was made through a binding: dropped without a word if the state is gone, because screens that are
  /// still shown while they disappear write too.
  ///
  /// - Parameters:
  ///   - action: What is to be written.
  ///   - embed: Makes the action of it.
  ///   - location: Where the binding is used, for issues.
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

  /// A call of its own, so that nobody here holds the action when it has been handled.
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
