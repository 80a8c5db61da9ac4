@_spi(Internals) import CounterpointSupport
public import Observation

/// Adapts a feature to one screen on one platform: a local state with the data shown, and local actions for the
/// user's operations.
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
/// A view store notifies its listeners only when its own state has changed, and sends only its own actions. A screen
/// can't send the response of an effect, for example. So the feature's logic is independent of the platform.
///
/// A shared value that the state is computed from is a part of the state. If a store on the same actor changes the
/// value, listeners are notified when that store has settled. After any other change, by another thread or process,
/// they are notified in a later job of the store's actor. ``state`` is current in either case.
///
/// A view store lives on its store's actor, and retains the store.
@dynamicMemberLookup
public final class ViewStore<ViewState, ViewAction> {
  let hub: StoreHub
  private let derivedState: DerivedState<ViewState>
  private let sendAction: (ViewAction, SourceLocation) -> EffectScope?
  private let isStateRemoved: () -> Bool
  private let settleAgain: () -> Void
  private let removeDuplicates: (ViewState, ViewState) -> Bool

  private let tracking = TrackedValue()
  private var current: ViewState
  /// The settled state that is not published yet.
  private var next: ViewState?
  private var listeners = WeakList<Listener>()
  /// The listeners to notify of the change; `nil` if the state has not changed. Listeners added later have already
  /// received the new state.
  private var listenersToNotify: WeakList<Listener>?

  /// Adapts a store to a screen.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - observe: Computes the screen's state. Called now, whenever the store has settled, and after a change of a
  ///     shared value that it has read.
  ///   - send: Converts a user's action to the store's action.
  ///   - removeDuplicates: Returns whether two states of the screen are equivalent. Listeners are not notified of an
  ///     equivalent state.
  public init<State, Action>(
    _ store: Store<State, Action>,
    observe: @escaping (State) -> ViewState,
    send: @escaping (ViewAction) -> Action,
    removeDuplicates: @escaping (ViewState, ViewState) -> Bool
  ) {
    self.hub = store.core.hub
    hub.preconditionIsolated()
    // Retains the store and not only its core, because a `StoreRef` to it must work during the screen's lifetime.
    self.sendAction = { action, location in store.core.send(send(action), at: location) }
    self.isStateRemoved = { store.core.isStateRemoved }
    self.settleAgain = { store.core.settleAgain() }
    self.removeDuplicates = removeDuplicates
    let reference = SharedValueObserverReference(actor: hub.isolation)
    let derivedState = DerivedState {
      store.core.read(observe)
    } onChange: {
      reference.catchUp(from: $0)
    }
    self.derivedState = derivedState
    self.current = derivedState.next().state
    reference.attach(self)
    hub.add(self)
  }

  /// The state that the screen shows. Reading it inside `withObservationTracking` tracks it.
  public var state: ViewState {
    tracking.willRead()
    return latest
  }

  /// The state with the current shared values; listeners may not have been notified of it yet.
  private var latest: ViewState {
    derivedState.isOutdated && hub.runningReducer == nil ? derivedState.compute() : current
  }

  /// A field of ``state``.
  public subscript<Value>(dynamicMember keyPath: KeyPath<ViewState, Value>) -> Value {
    state[keyPath: keyPath]
  }

  /// Sends a user's action. On return ``state`` is current, and the listeners have been notified.
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
    guard !isStateRemoved() else { return }
    _ = sendAction(action, location)
  }

  /// Calls a closure with the current state, and with each new one as soon as the store has settled in it.
  ///
  /// Listeners are called in the order of their registration. A listener may send an action, which is handled after the
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
    return ObserveToken(retaining: listener)
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
public typealias ViewStoreOf<R: _ReducerDomain> = ViewStore<R.State, R.Action>

extension ViewStore: Observable {}

extension ViewStore: SharedValueObserver {
  /// Notifies the listeners of changed shared values now instead of in a later job.
  ///
  /// Only on the store's actor. While the store is busy, they are notified when it has settled.
  @_spi(Internals) public func catchUp() {
    hub.preconditionIsolated()
    if isOutdated { settleAgain() }
  }
}

extension ViewStore: StoreObserver {
  var isOutdated: Bool { derivedState.isOutdated }

  func prepare() {
    let (next, isContentChanged) = derivedState.next()
    guard isContentChanged || !removeDuplicates(current, next) else { return }
    self.next = next
    listeners.forEach { $0.willChange?(next) }
  }

  func commit() {
    guard let next else { return }
    current = next
    self.next = nil
    listenersToNotify = listeners
  }

  func tell() {
    guard let listeners = listenersToNotify else { return }
    listenersToNotify = nil
    tracking.didChange()
    listeners.forEach { $0.didChange(current) }
  }
}

extension ViewStore {
  /// Sends a user's action, and waits while the screen's state satisfies a predicate.
  ///
  /// ```swift
  /// await viewStore.send(.pulledToRefresh, while: \.isLoading)
  /// ```
  ///
  /// If the waiting task is canceled, so are the effects of the action.
  ///
  /// - Parameters:
  ///   - action: The user's action.
  ///   - predicate: Returns whether to keep waiting.
  ///   - isolation: The store's actor; leave it out.
  public func send(
    _ action: ViewAction,
    while predicate: @escaping (_ state: ViewState) -> Bool,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    let task = send(action)
    await withTaskCancellationHandler {
      // Passed explicitly, because a closure that does not capture its actor does not run there.
      await yield(while: predicate, isolation: isolation)
    } onCancel: {
      task.cancel()
    }
  }

  /// Waits while the screen's state satisfies a predicate, or until the waiting task is canceled.
  ///
  /// - Parameters:
  ///   - predicate: Returns whether to keep waiting. If it is false now, the call returns immediately.
  ///   - isolation: The store's actor; leave it out.
  public func yield(
    while predicate: @escaping (_ state: ViewState) -> Bool,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    // A listener instead of the sequence of states, because the sequence may skip a short-lived state.
    let signal = AsyncSignal()
    let waiting = observe { state in
      if !predicate(state) { signal.signal() }
    }
    _ = await signal.wait(isolation: isolation)
    waiting.cancel()
  }

  /// Adds an instrument of the effects of the whole store. Effects that run already are not observed.
  ///
  /// Only on the store's actor.
  @_spi(Internals) public func attach(_ instrument: any EffectInstrument) {
    hub.preconditionIsolated()
    hub.attach(instrument)
  }
}

extension StoreCore {
  /// Whether the state was removed, as far as that can be determined: `false` while the reducer changes the state.
  var isStateRemoved: Bool {
    hub.runningReducer == nil && isInvalid
  }
}
