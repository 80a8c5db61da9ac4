public import CaseKeyPaths
@_spi(Internals) import CounterpointSupport

/// Performs the assignments of a ``BindableAction``.
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   BindingReducer()
///   Reduce { state, action in … }
/// }
/// ```
///
/// Reducers below it see the new value, and reducers above it the old one.
public struct BindingReducer<State, Action, ViewAction: BindableAction<State>>: Reducer {
  private let toViewAction: (Action) -> ViewAction?

  /// Creates a reducer for the feature's own binding actions.
  public init() where Action == ViewAction {
    toViewAction = { $0 }
  }

  /// Creates a reducer for the binding actions in a case of the feature's actions: `BindingReducer(action: \.view)`.
  ///
  /// - Parameter action: The case that holds the bindable actions.
  public init(action: CaseKeyPath<Action, ViewAction>) {
    toViewAction = AnyCasePath(action).extract(from:)
  }

  /// Sets the property if the action is a binding action.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    toViewAction(action)?.binding?.apply(to: &state)
    return .none
  }

  /// Visits nothing: it runs no other reducer.
  public static func _findHooks(_ search: inout _LifecycleSearch) {}
}

/// Detects whether a reducer performs a requested write. The action retains this object. If the object is released
/// first, no reducer can perform the write any more.
final class BindingWrite: Sendable {
  private let isHandled = Locked(false)
  private let dropped: @Sendable () -> Void

  init(dropped: @escaping @Sendable () -> Void) {
    self.dropped = dropped
  }

  deinit {
    if !isHandled.withLock({ $0 }) { dropped() }
  }

  /// Called when a reducer has written the value.
  func handle() {
    isHandled.withLock { $0 = true }
  }
}

/// Reports a write that no reducer has performed. The report is immediate if the action was released when the store has
/// handled it; otherwise it happens in a later job of the store's actor.
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

  /// Called when the action was released without a write. Runs on any thread.
  func drop() {
    let wasSent = phase.withLock { phase in
      defer { phase = .dropped }
      return phase == .sent
    }
    if wasSent, let actor { Task { await report(on: actor) } }
  }

  /// Called when the action was sent. Runs on the store's actor.
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
  /// Sends a binding's write. It is dropped silently if the state was removed, because disappearing screens still
  /// write.
  ///
  /// - Parameters:
  ///   - action: The write.
  ///   - embed: Embeds the write in an action of the store.
  ///   - location: The use of the binding, for issues.
  func write<Root>(_ action: BindingAction<Root>, at location: SourceLocation, _ embed: (BindingAction<Root>) -> Action)
  {
    guard !isStateRemoved else { return }
    #if DEBUG
    let unhandled = UnhandledWrite(actor: hub.isolation) { [weak self] in
      guard let self, !isStateRemoved else { return }
      reportUnhandledWrite(of: action, in: Action.self, at: location)
    }
    send(action, watched: BindingWrite { unhandled.drop() }, at: location, embed)
    unhandled.endSend()
    #else
    send(action, watched: nil, at: location, embed)
    #endif
  }

  /// A separate function, so that the action is released when the store has handled it.
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

}

private func reportUnhandledWrite<Root>(
  of action: BindingAction<Root>,
  in type: Any.Type,
  at location: SourceLocation
) {
  reportIssue(
    """
    A binding action was sent to a store of '\(unqualifiedName(of: type))', but no reducer has written the value:

    \(indentedDump(of: action))

    Add 'BindingReducer()' to the 'body' of the feature, above the reducers that need the new value. If the screen's \
    actions are in a case of their own, specify the case: 'BindingReducer(action: \\.view)'.
    """,
    at: location
  )
}
