@_spi(Internals) package import CounterpointSupport
package import StateSharing

#if canImport(Darwin)
import Darwin
#endif

/// The access of an instrument to its store, which it does not retain: a history that shows earlier states.
///
/// Used on the store's actor, like the store. After the store's release, nothing happens.
package final class StoreControl<State, Action> {
  private weak let root: (any ControllableStore<State, Action>)?

  init(_ root: any ControllableStore<State, Action>) {
    self.root = root
  }

  /// The store's actor; `nil` after its release or the store's.
  package var actor: (any Actor)? { root?.isolation }

  /// Whether the store exists.
  package var isAlive: Bool { root != nil }

  /// Whether the store handles no action and notifies no observer, so that its state can be replaced.
  package var isIdle: Bool { root?.isIdle ?? false }

  /// The number of actions that the store has reduced.
  package var reductions: Int { root?.reductions ?? 0 }

  /// Stops the program if the caller is not on the store's actor.
  package func preconditionIsolated() {
    root?.preconditionIsolated()
  }

  /// Adds another instrument, which observes the reductions and effects from now on.
  package func attach(_ instrument: any StoreInstrument<State, Action>) {
    root?.attach(instrument)
  }

  /// Calls a function with the state of the last reduction, unless the store is busy or was released.
  package func withLiveState(_ body: (State) -> Void) {
    if let root, root.isIdle { root.withLiveState(body) }
  }

  /// Returns the state that the store shows; `nil` after the store's release.
  package func shownState() -> State? {
    root?.shownState()
  }

  /// Sends an action as if the program had sent it.
  package func send(_ action: Action, at location: SourceLocation) {
    root?.send(action, from: location)
  }

  /// Shows a state to all readers and observers of the store. Reductions go on with the live state, unseen, until
  /// ``showLiveState()``. The store must be idle.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - past: The shared values that readers see; `nil` for the current ones.
  package func show(_ state: State, with past: SharedPast?) {
    root?.show(state, with: past)
  }

  /// Shows the live state again. The store must be idle.
  package func showLiveState() {
    root?.showLiveState()
  }

  /// Cancels all effects, and makes a state the live one, which is shown. Later effects run. The store must be idle.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - number: The number of the action whose state it is.
  package func restart(from state: State, after number: Int) {
    root?.restart(from: state, after: number)
  }
}

/// The root of a feature tree, as far as instruments may use it.
protocol ControllableStore<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action

  var isolation: (any Actor)? { get }
  var isIdle: Bool { get }
  var reductions: Int { get }

  func preconditionIsolated()
  func attach(_ instrument: any StoreInstrument<State, Action>)
  func shownState() -> State
  func withLiveState(_ body: (State) -> Void)
  func send(_ action: Action, from location: SourceLocation)
  func show(_ state: State, with past: SharedPast?)
  func showLiveState()
  func restart(from state: State, after number: Int)
}

/// The state on which reductions go on while a store shows another one.
final class LiveState<State> {
  private let cell: Cell<State>

  init(copying state: Address<State>) {
    cell = Cell(copying: state)
  }

  func exchange(with other: borrowing Cell<State>) {
    swap(&cell.value, &other.value)
  }
}

/// Returns whether the caller is known to be on an actor. `false` does not mean that it is not.
package func isOnActor(_ actor: some Actor) -> Bool {
  #if canImport(Darwin)
  return actor is MainActor && pthread_main_np() != 0
  #else
  return ExecutorReference(of: actor).isCurrent
  #endif
}
