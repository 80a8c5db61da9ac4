import CounterpointThreadLocals

/// The fields that have changed since a store was last settled, each once, in the order of their first changes.
///
/// While a store reduces, its changes are the current ones of the thread: setters find them there.
final class StateChanges {
  private struct Change {
    let observers: FieldObservers
    var fields: [Int]
  }

  /// The values that the store's stores show and that may go.
  let watched = WatchedStates()
  private var changes: [Change] = []
  private var indices: [ObjectIdentifier: Int] = [:]

  /// What notes changes on this thread, `nil` when no store is reducing here.
  static var current: StateChanges? {
    guard let pointer = unsafe counterpoint_get_current_changes() else { return nil }
    // Unowned: `collect` keeps the object while it is current.
    return unsafe Unmanaged<StateChanges>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Notes here what changes while `body` runs on this thread. What it reads is not tracked: a reducer observes nothing.
  func collect<Result>(_ body: () throws -> Result) rethrows -> Result {
    try withExtendedLifetime(self) {
      let outer = unsafe counterpoint_exchange_current_changes(Unmanaged.passUnretained(self).toOpaque())
      defer { unsafe _ = counterpoint_exchange_current_changes(outer) }
      return try withoutTracking(body)
    }
  }

  func note(_ observers: FieldObservers, field: Int) {
    let id = ObjectIdentifier(observers)
    if let index = indices[id] {
      if !changes[index].fields.contains(field) { changes[index].fields.append(field) }
    } else {
      indices[id] = changes.count
      changes.append(Change(observers: observers, fields: [field]))
    }
  }

  /// Tells the observers of each changed field once, and forgets the changes.
  func tell() {
    guard !changes.isEmpty else { return }
    let changes = changes
    self.changes = []
    indices = [:]
    for change in changes {
      for field in change.fields { change.observers.tell(field) }
    }
  }
}
