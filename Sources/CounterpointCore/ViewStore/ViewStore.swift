public import Observation

/// Adapts a feature to one screen on one platform: a local state with exactly what is shown, and local actions for exactly
/// what a user can do there.
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
/// It tells its listeners only when its own state has changed, and sends only its own actions: what an effect answers, for
/// example, can't be sent from a screen. So the feature's logic knows no platform.
///
/// A shared value that the state is made from counts as a part of it, whatever changes it: another store, another thread,
/// another program. A store on the same actor that changes one notifies the listeners as soon as it has settled; after any
/// other change they are notified in a later job of the store's actor. ``state`` is current in either case.
///
/// It lives on its store's actor, and keeps the store alive.
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
  /// The state that the store has settled in and that is not shown yet.
  private var next: ViewState?
  private var listeners = WeakList<Listener>()
  /// Who has to be told of the change; `nil` when there is none. Who comes later has seen the new state already.
  private var listenersToTell: WeakList<Listener>?

  /// Adapts a store to a screen.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - observe: Makes the screen's state; runs once now, once each time the store has settled, and once after a change
  ///     of a shared value that it has read.
  ///   - send: Makes the store's action from what a user did.
  ///   - removeDuplicates: Whether two states of the screen show the same, so that nobody need be told.
  public init<State, Action>(
    _ store: Store<State, Action>,
    observe: @escaping (State) -> ViewState,
    send: @escaping (ViewAction) -> Action,
    removeDuplicates: @escaping (ViewState, ViewState) -> Bool
  ) {
    self.hub = store.core.hub
    hub.preconditionIsolated()
    // The store itself, not just its core: a `StoreRef` to it must work as long as the screen is there.
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

  /// What the screen shows. Reading it inside `withObservationTracking` tracks it.
  public var state: ViewState {
    registrar.access(self, keyPath: \.state)
    return latest
  }

  /// The state with the shared values as they are now; listeners may not have been notified of it yet.
  private var latest: ViewState {
    followed.isOutdated && hub.runningReducer == nil ? followed.peek() : current
  }

  /// A field of ``state``.
  public subscript<Value>(dynamicMember keyPath: KeyPath<ViewState, Value>) -> Value {
    state[keyPath: keyPath]
  }

  /// Sends what a user did; on return ``state`` is current and listeners have been told.
  ///
  /// - Parameters:
  ///   - action: What the user did.
  ///   - fileID: The place of this call, for issues.
  ///   - filePath: The place of this call, for issues.
  ///   - line: The place of this call, for issues.
  ///   - column: The place of this call, for issues.
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

  /// Sends what was written through a binding: dropped if the state is gone.
  func write(_ action: ViewAction, at location: SourceLocation) {
    hub.preconditionIsolated()
    guard !isGone() else { return }
    _ = sendAction(action, location)
  }

  /// Calls a closure with the current state now, and with each new one as soon as the store has settled in it.
  ///
  /// Several listeners are called in the order in which they came. A listener may send: the action is handled after the
  /// current one. The observation keeps the view store alive.
  ///
  /// - Parameters:
  ///   - willChange: Called with the next state while ``state`` is still the old one.
  ///   - didChange: Called with the current state at first, then with each new one.
  /// - Returns: Keep it: the observation ends when it is cancelled or released. That may happen on any thread, and releases
  ///   what the closures capture there.
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

  /// Belongs to its token alone: a listener may well capture the view store, and must not live in it.
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
  /// Notifies the listeners now, instead of in a later job, of the shared values that have changed since they were last
  /// notified.
  ///
  /// Only on the store's actor. While the store is busy they are notified when it has settled.
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
    // Both together, after the change: who is told reads the new state.
    registrar.willSet(self, keyPath: \.state)
    registrar.didSet(self, keyPath: \.state)
    listeners.forEach { $0.didChange(current) }
  }
}
