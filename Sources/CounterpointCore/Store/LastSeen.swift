/// What a store shows whose state has gone.
///
/// What the state was when the store was made, until a ``WatchedStates`` has kept what it was when it went. In an object, because
/// the state may be too big for the stack.
final class LastSeen<State> {
  var state: State
  /// What tells the value from others that the store is registered for, `nil` if it is for none.
  var watchedSerial: UInt64?

  init(_ state: UnsafePointer<State>) {
    self.state = unsafe state.pointee
  }
}

extension WatchedStates {
  /// Has a core told when the value goes that it shows now. Does nothing if it is registered for that value already.
  func watch<State>(_ core: some EndingCore, showing value: UnsafePointer<State>?, _ lastSeen: LastSeen<State>) {
    guard let value = unsafe value, let id = unsafe IdentityTracker<State>.known?.id(of: value),
      id.serial != lastSeen.watchedSerial
    else { return }
    lastSeen.watchedSerial = id.serial
    watch(core, showing: id)
  }
}
