/// What a store shows whose state has gone.
///
/// What the state was when the store was made, until a ``WatchedStates`` has kept what it was when it went. In an object, because
/// the state may be too big for the stack.
final class LastSeen<State> {
  private let cell: Cell<State>
  /// What tells the value from others that the store is registered for, `nil` if it is for none.
  var watchedSerial: UInt64?

  init(_ state: Address<State>) {
    cell = Cell(copying: state)
  }

  /// Where the state is, for as long as this lives.
  var state: Address<State> { cell.address }

  /// Keeps another state.
  func keep(_ state: State) {
    cell.value = state
    watchedSerial = nil
  }
}

extension WatchedStates {
  /// Has a core told when the value goes that it shows now. Does nothing if it is registered for that value already.
  func watch<State>(_ core: some EndingCore, showing value: Address<State>?, _ lastSeen: LastSeen<State>) {
    guard let value, let id = IdentityTracker<State>.known?.id(of: value),
      id.serial != lastSeen.watchedSerial
    else { return }
    lastSeen.watchedSerial = id.serial
    watch(core, showing: id)
  }
}
