import CounterpointSupport
public import Observation

/// Adapts a feature to one screen on one platform: a local state with exactly what is shown, and local actions for
/// exactly what a user can do there.
///
/// ```swift
/// let viewStore = store.view(
///   state: CounterView.State.init(featureState:),
///   action: Feature.Action.init(counterViewAction:),
///   removeDuplicates: ==
/// )
/// viewStore.send(.incrementButtonTapped)
/// ```
///
/// It notifies its listeners only when its own state has changed, and sends only its own actions. A screen can't send
/// the response of an effect, for example. So the feature's logic knows no platform.
///
/// A shared value that the state is computed from counts as a part of it, whatever changes it: another store, another
/// thread, another program. If a store on the same actor changes it, listeners are notified as soon as that store has
/// settled; after any other change, in a later job of the store's actor. ``state`` is current in either case.
///
/// It lives on its store's actor, and retains the store.
@dynamicMemberLookup
public final class ViewStore<ViewState, ViewAction> {
  let hub: StoreHub
  private let followed: FollowedState<ViewState>
  private let sendAction: (ViewAction, SourceLocation) -> EffectScope?
  private let isGone: () -> Bool
  private let settleAgain: () -> Void
  private let removeDuplicates: (ViewState, ViewState) -> Bool

  private let registrar = ObservationRegistrar()
  private var current: ViewState
  /// The settled state that is not shown yet.
  private var next: ViewState?
  private var listeners = WeakList<Listener>()
  /// The listeners to notify of the change; `nil` if there is none. Listeners added later have already received the
  /// new state.
  private var listenersToTell: WeakList<Listener>?

  /// Adapts a store to a screen.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - observe: Computes the screen's state: now, each time the store has settled, and after a change of a shared
  ///     value that it has read.
  ///   - send: Converts a user's action to the store's action.
  ///   - removeDuplicates: Returns whether two states of the screen are equivalent, so that listeners need not be
  ///     notified.
  public init<State, Action>(
    _ store: Store<State, Action>,
    observe: @escaping (State) -> ViewState,
    send: @escaping (ViewAction) -> Action,
    removeDuplicates: @escaping (ViewState, ViewState) -> Bool
  ) {
    self.hub = store.core.hub
    hub.preconditionIsolated()
    // The store itself instead of its core, because a `StoreRef` to it must work during the screen's lifetime.
    self.sendAction = { action, location in store.core.send(send(action), at: location) }
    self.isGone = { store.core.isGone }
    self.settleAgain = { store.core.settleAgain() }
    self.removeDuplicates = removeDuplicates
    let reference = SharedValueObserverReference(actor: hub.isolation)
    let followed = FollowedState {
      store.core.read(observe)
    } onChange: {
      reference.catchUp(from: $0)
    }
    self.followed = followed
    self.current = followed.next().state
    reference.attach(self)
    hub.add(self)
  }

  /// The state that the screen shows. Reading it inside `withObservationTracking` tracks it.
  public var state: ViewState {
    registrar.access(self, keyPath: \.state)
    return latest
  }

  /// The state with the current shared values; listeners may not have been notified of it yet.
  private var latest: ViewState {
    followed.isOutdated && hub.runningReducer == nil ? followed.peek() : current
  }

  /// A field of ``state``.
  public subscript<Value>(dynamicMember keyPath: KeyPath<ViewState, Value>) -> Value {
    state[keyPath: keyPath]
  }

  /// Sends a user's action. On return ``state`` is current and listeners have been notified.
  ///
  /// - Parameter action: The user's action.
  /// - Returns: The effects that it started, as ``Store/send(_:fileID:filePath:line:column:)`` does.
  @discardableResult
  public func send(
    _ action: ViewAction,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> StoreTask {
    hub.preconditionIsolated()
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return StoreTask(sendAction(action, location))
  }

  /// Sends the action of a binding's write; dropped if the state was removed.
  func write(_ action: ViewAction, at location: SourceLocation) {
    hub.preconditionIsolated()
    guard !isGone() else { return }
    _ = sendAction(action, location)
  }

  /// Calls a closure with the current state, and with each new one as soon as the store has settled in it.
  ///
  /// Listeners are called in the order of their registration. A listener may send: the action is handled after the
  /// current one. The observation retains the view store.
  ///
  /// - Parameters:
  ///   - willChange: Called with the next state while ``state`` is still the old one.
  ///   - didChange: Called with the current state at first, then with each new one.
  /// - Returns: The observation, which ends when it is canceled or released. That may happen on any thread, and
  ///   releases the closures' captures there.
  public func observe(
    willChange: ((_ next: ViewState) -> Void)? = nil,
    _ didChange: @escaping (_ state: ViewState) -> Void
  ) -> ObserveToken {
    catchUp()
    let listener = Listener(viewStore: self, willChange: willChange, didChange: didChange)
    listeners.append { [weak listener] in listener }
    didChange(current)
    return ObserveToken(keeping: listener)
  }

  /// The states of the screen: the current one, then each new one.
  public var states: StateSequence<ViewState> {
    StateSequence(
      hub: hub,
      read: { self.latest },
      isDuplicate: removeDuplicates,
      isOutdated: { self.isOutdated }
    )
  }

  /// Retained only by its token, because a listener may capture the view store.
  private final class Listener {
    let viewStore: ViewStore
    let willChange: ((ViewState) -> Void)?
    let didChange: (ViewState) -> Void

    init(
      viewStore: ViewStore,
      willChange: ((ViewState) -> Void)?,
      didChange: @escaping (ViewState) -> Void
    ) {
      self.viewStore = viewStore
      self.willChange = willChange
      self.didChange = didChange
    }
  }
}

/// The view store of a whole feature: `ViewStoreOf<Counter>` is `ViewStore<Counter.State, Counter.Action>`.
public typealias ViewStoreOf<R: Reducer> = ViewStore<R.State, R.Action>

extension ViewStore: Observable {}

extension ViewStore: SharedValueObserver {
  /// Notifies the listeners of changed shared values now instead of in a later job.
  ///
  /// Only on the store's actor. While the store is busy, they are notified when it has settled.
  package func catchUp() {
    hub.preconditionIsolated()
    if isOutdated { settleAgain() }
  }
}

extension ViewStore: StoreObserver {
  var isOutdated: Bool { followed.isOutdated }

  func prepare() {
    let (next, isContentChanged) = followed.next()
    guard isContentChanged || !removeDuplicates(current, next) else { return }
    self.next = next
    listeners.forEach { $0.willChange?(next) }
  }

  func commit() {
    guard let next else { return }
    current = next
    self.next = nil
    listenersToTell = listeners
  }

  func tell() {
    guard let listeners = listenersToTell else { return }
    listenersToTell = nil
    // Both after the change, because observers read the new state.
    registrar.willSet(self, keyPath: \.state)
    registrar.didSet(self, keyPath: \.state)
    listeners.forEach { $0.didChange(current) }
  }
}

extension ViewStore {
  /// Adds an instrument of the effects of the whole store. Effects that run already are not observed.
  ///
  /// Only on the store's actor.
  package func attach(_ instrument: any EffectInstrument) {
    hub.preconditionIsolated()
    hub.attach(instrument)
  }
}
