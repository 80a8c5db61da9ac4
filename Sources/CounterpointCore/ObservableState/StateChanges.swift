import CounterpointThreadLocals

/// The fields that have changed since a store was last settled, each once, in the order of their first changes.
///
/// While a store reduces, its changes are the current ones of the thread: setters find them there.
final class StateChanges {
  private struct Change: Hashable {
    let observers: FieldObservers
    let field: Int

    static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.observers === rhs.observers && lhs.field == rhs.field
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(observers))
      hasher.combine(field)
    }
  }

  /// The values that the store's stores show and that may go.
  let watched = WatchedStates()
  @safe @exclusivity(unchecked) private var changes: [Change] = []
  /// The same, once there are more than one looks through.
  @safe @exclusivity(unchecked) private var set: Set<Change> = []
  /// An array that is kept for the next time, so that noting a change allocates nothing.
  @safe @exclusivity(unchecked) private var spare: [Change] = []

  /// What notes changes on this thread, `nil` when no store is reducing here.
  static var current: StateChanges? {
    // Who calls `begin` keeps the object while it is current.
    Unretained<StateChanges>(word: counterpoint_get_current_changes())?.object
  }

  /// What was current on a thread before.
  struct Outer {
    fileprivate let changes: UInt
    fileprivate let isUntracked: Bool
  }

  /// Notes here what changes on this thread, until ``end(_:)``. What is read meanwhile is not tracked: a reducer observes nothing.
  ///
  /// Two calls, because one that takes a function costs more than all that is done here. Between them the caller keeps this alive.
  func begin() -> Outer {
    let changes = counterpoint_exchange_current_changes(Unretained(self).word)
    return Outer(changes: changes, isUntracked: counterpoint_exchange_untracked(true))
  }

  /// Ends what ``begin()`` began.
  func end(_ outer: Outer) {
    _ = counterpoint_exchange_untracked(outer.isUntracked)
    _ = counterpoint_exchange_current_changes(outer.changes)
  }

  /// Whether nothing has changed that anybody may observe, and nothing has gone that a store shows.
  var isEmpty: Bool { changes.isEmpty && watched.hasNoDeparted }

  func note(_ observers: FieldObservers, field: Int) {
    guard !contains(observers, field: field) else { return }
    let change = Change(observers: observers, field: field)
    changes.append(change)
    if changes.count > Self.few {
      if set.isEmpty { set = Set(changes) } else { set.insert(change) }
    }
  }

  /// Whether a field has changed since the store was last settled.
  func contains(_ observers: FieldObservers, field: Int) -> Bool {
    let change = Change(observers: observers, field: field)
    return changes.count > Self.few ? set.contains(change) : changes.contains(change)
  }

  private static let few = 8

  /// Tells the observers of each changed field once, and forgets the changes.
  func tell() {
    guard !changes.isEmpty else { return }
    // Who is told may read the store, but what that changes comes later: the store tells before it goes on.
    swap(&changes, &spare)
    if !set.isEmpty { set = [] }
    for change in spare { change.observers.tell(change.field) }
    spare.removeAll(keepingCapacity: true)
  }
}
