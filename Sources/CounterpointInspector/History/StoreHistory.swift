public import CounterpointCore
@_spi(Internals) package import CounterpointSupport
import DequeModule
import StateSharing

/// Keeps the states of a store, and shows an earlier one on the program's own screens.
///
/// ```swift
/// let history = StoreHistory(of: store)
/// try history.show(3)   // All views show the state after action 3.
/// try history.goLive()  // They show the present, with all that has happened meanwhile.
/// ```
///
/// While an earlier moment is shown, the live state goes on behind it: effects run, and their actions are reduced in
/// the live state. Actions of the program (views, bindings, observers) are refused and counted, because they would
/// answer to something that is not so any more. Reads of the store return the shown state.
///
/// All stores scoped from the store show the moment: those of children, rows, sheets and stacks. A view that holds the
/// store of a child that the moment doesn't have keeps its last state, as after the child's removal.
///
/// Values of `@Shared` show what they were, to all that reads them through a store: `store.count`, `store.withState`.
/// Wrappers that were taken out of the state (`let count = store.$count`) and custom references show the present.
/// Stored values never move: going on from a moment goes on with the current shared values.
///
/// The cost: a state that is kept shares its storage with the live state, so the next edit of an array or a dictionary
/// copies that array or dictionary. A state is kept after each action, up to ``limit``; big states need a small limit.
/// The same holds for the shared values of the program.
///
/// The store retains its history. Use it only on the store's actor; elsewhere the program stops with a message.
public final class StoreHistory<State, Action> {
  /// A moment of a store: the state after an action, or the state with which the history begins.
  public struct Moment {
    /// The number of the action, from 1; that of the last action before, if the history begins here.
    public let number: Int
    /// The action; `nil` if the history begins here.
    public let action: Action?
    /// The reason for the action; `nil` if the history begins here.
    public let cause: StoreHistoryCause?
  }

  /// The number of moments that are kept. With a further one, the oldest is forgotten.
  public let limit: Int

  /// The number of the moment that the store shows; `nil` for the present.
  public private(set) var shown: Int?

  /// The number of actions that were refused because an earlier moment was shown.
  public private(set) var refusedActions = 0

  /// Called when ``shown`` or ``refusedActions`` has changed.
  package var onChange: (() -> Void)?

  private var kept: Deque<(moment: Moment, state: State)> = []
  /// The shared values of the same moments.
  let sharedValues = SharedValueHistory()
  private var store: StoreControl<State, Action>?
  /// The cause of the action that is being reduced, and its number.
  private var current: (number: Int, cause: StoreHistoryCause)?

  /// Begins the history of a store. The first moment is the current state.
  ///
  /// - Parameters:
  ///   - store: The store of a whole feature tree. The store of a child stops the program with a message.
  ///   - limit: The number of moments that are kept, at least 1.
  public init(of store: Store<State, Action>, limit: Int = 1_000) {
    self.limit = max(1, limit)
    store.attach(self)
  }

  /// Begins the history of a store that may not be complete yet.
  package init(of store: StoreControl<State, Action>, limit: Int = 1_000) {
    self.limit = max(1, limit)
    store.attach(self)
  }

  /// The moments that are kept, in order.
  public var moments: [Moment] {
    store?.preconditionIsolated()
    return kept.map(\.moment)
  }

  /// The numbers of the oldest and of the latest moment.
  package var range: ClosedRange<Int> {
    (kept.first?.moment.number ?? 0)...(kept.last?.moment.number ?? 0)
  }

  /// Returns the state of a moment; `nil` if it is not kept. Its shared values show the present.
  ///
  /// - Parameter number: The number of the moment.
  public func state(after number: Int) -> State? {
    store?.preconditionIsolated()
    return index(of: number).map { kept[$0].state }
  }

  /// Calls a function with the state of a moment, and with the shared values of that time; with `nil` if the moment is
  /// not kept.
  package func withState<Result>(after number: Int, _ body: (Any?) throws -> Result) rethrows -> Result {
    let state = state(after: number)
    guard state != nil, let past = sharedValues.past(at: number) else { return try body(state) }
    return try past.show { try body(state) }
  }

  /// Shows a moment on the program's screens, until another one is shown. Does nothing but that: no action is reduced
  /// and no effect runs. Observers are notified once.
  ///
  /// - Parameter number: The number of the moment.
  /// - Throws: If the moment is not kept, the store was released, or the store is handling an action.
  public func show(_ number: Int) throws(StoreHistoryError) {
    let (store, index) = try travel(to: number)
    shown = number
    store.show(kept[index].state, with: sharedValues.past(at: number))
    onChange?()
  }

  /// Shows the present again, with all that has happened meanwhile. Does nothing if it is shown.
  ///
  /// - Throws: If the store is handling an action.
  public func goLive() throws(StoreHistoryError) {
    guard let store, store.isAlive else { return }
    store.preconditionIsolated()
    guard shown != nil else { return }
    guard store.isIdle else { throw .storeIsBusy }
    shown = nil
    store.showLiveState()
    onChange?()
  }

  /// Goes on from a moment: later moments are forgotten, all effects are canceled, and the moment's state becomes the
  /// live one. The next action has a new number, so no number ever means two actions.
  ///
  /// - Parameter number: The number of the moment.
  /// - Throws: If the moment is not kept, the store was released, or the store is handling an action.
  public func resume(from number: Int) throws(StoreHistoryError) {
    let (store, index) = try travel(to: number)
    kept.removeLast(kept.count - index - 1)
    sharedValues.forgetMoments(after: number)
    shown = nil
    store.restart(from: kept[index].state, after: number)
    onChange?()
  }

  /// The store's actor; `nil` after its release.
  package var actor: (any Actor)? { store?.actor }

  /// Sends an action, as the program would.
  package func send(_ action: Action, at location: SourceLocation) {
    store?.send(action, at: location)
  }

  private func travel(to number: Int) throws(StoreHistoryError) -> (StoreControl<State, Action>, Int) {
    guard let store, store.isAlive else { throw .storeWasReleased }
    store.preconditionIsolated()
    guard let index = index(of: number) else { throw .notKept(number) }
    guard store.isIdle else { throw .storeIsBusy }
    return (store, index)
  }

  /// O(log *n*), because numbers increase.
  private func index(of number: Int) -> Int? {
    var (low, high) = (0, kept.count)
    while low < high {
      let middle = (low + high) / 2
      if kept[middle].moment.number < number { low = middle + 1 } else { high = middle }
    }
    return low < kept.count && kept[low].moment.number == number ? low : nil
  }

  private func keep(_ moment: Moment, _ state: State) {
    if kept.count == limit {
      kept.removeFirst()
      sharedValues.forgetFirstMoment()
    }
    kept.append((moment, state))
    sharedValues.beginMoment(moment.number)
  }
}

extension StoreHistory: StoreInstrument {
  package func attached(to store: StoreControl<State, Action>) {
    self.store = store
    guard let state = store.shownState() else { return }
    keep(Moment(number: store.reductions, action: nil, cause: nil), state)
  }

  package func admits(_ action: Action, cause: ActionCause) -> Bool {
    guard shown != nil else { return true }
    refusedActions += 1
    onChange?()
    return false
  }

  package func willReduce(_ action: Action, number: Int, cause: ActionCause) {
    current = (number, StoreHistoryCause(cause))
  }

  package func didReduce(_ action: Action, to state: State, effectGroup: EffectGroup?) {
    guard let current else { return }
    keep(Moment(number: current.number, action: action, cause: current.cause), state)
  }
}
