@_spi(Internals) import CounterpointSupport
import StateSharing

// A store can show another state than the one on which its reductions go on. The state in the cell is always the shown
// one, except while a reducer runs and while the instruments see its result. So no other code ever reads the live one.

extension RootCore: ControllableStore {
  /// Whether no action is being handled, and no observer notified.
  var isIdle: Bool { machine.phase == .idle }

  func shownState() -> State {
    read { $0 }
  }

  /// Calls a function with the state on which reductions go on.
  func withLiveState(_ body: (State) -> Void) {
    let live = instrumentation?.liveState
    live?.exchange(with: state)
    withoutTracking { state.address.lend(body) }
    live?.exchange(with: state)
  }

  func send(_ action: Action, from location: SourceLocation) {
    _ = send(action, at: location)
  }

  /// Shows another state to readers and observers, with the shared values of its time.
  func show(_ other: State, with past: SharedPast?) {
    guard let instrumentation else { return }
    instrumentation.shownPast = past
    replaceState {
      if instrumentation.liveState == nil { instrumentation.liveState = LiveState(copying: state.address) }
      state.value = other
    }
  }

  /// Shows the live state again.
  func showLiveState() {
    guard let instrumentation, let live = instrumentation.liveState else { return }
    instrumentation.liveState = nil
    instrumentation.shownPast = nil
    replaceState { live.exchange(with: state) }
  }

  /// Cancels all effects, and makes another state the live one, which is shown: that after an earlier action.
  func restart(from other: State, after number: Int) {
    guard let instrumentation else { return }
    hub.restartEffects()
    instrumentation.liveState = nil
    instrumentation.shownPast = nil
    replaceState { state.value = other }
    lifecycle?.adopt(state.address)
    read { instrumentation.didReplaceState(with: $0, after: number) }
  }

  /// Makes the live state the current one before a reduction.
  @inline(never)
  func beginLiveReduction() {
    instrumentation?.liveState?.exchange(with: state)
    hub.shownPast = nil
  }

  /// Makes the shown state the current one after a reduction, of which no observer is told.
  @inline(never)
  func endLiveReduction() {
    guard let live = instrumentation?.liveState else { return }
    live.exchange(with: state)
    hub.shownPast = instrumentation?.shownPast
    hub.changes.discard()
    // Only the observers of changed shared values are notified.
    hub.isSettlingAgain = true
  }

  /// Replaces the whole state, and notifies all observers of its parts, as after the assignment of a state.
  private func replaceState(_ replace: () -> Void) {
    precondition(isIdle, "The state of a store was replaced while it was \(machine.phase).")
    let outer = hub.beginReduction()
    hub.changes.removals.willRemove(state.value, from: locationOfRoot)
    replace()
    hub.shownPast = instrumentation?.shownPast
    hub.observersOfRoot.note(0)
    hub.endReduction(outer)
    hub.isSettlingAgain = false
    settleWithoutAction()
  }
}
