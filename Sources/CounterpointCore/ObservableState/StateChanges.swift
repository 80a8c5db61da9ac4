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

  /// The places of states that may go and that the store's stores show.
  let watched = WatchedStates()
  @safe @exclusivity(unchecked) private var changes: [Change] = []
  /// The same, once there are more than one looks through.
  @safe @exclusivity(unchecked) private var set: Set<Change> = []
  /// An array that is kept for the next time, so that noting a change allocates nothing.
  @safe @exclusivity(unchecked) private var spare: [Change] = []
  /// The changes of copies in the variables of the reducer that is running. They count if one of the copies becomes
  /// the state.
  @safe @exclusivity(unchecked) private var copies: [Change] = []
  /// Whether what is noted now is a change of a copy.
  @safe @exclusivity(unchecked) private var isNotingCopies = false
  /// The end of the part of the stack that the reducer uses.
  @safe @exclusivity(unchecked) private var stackEnd: UInt = 0

  /// The recorder of changes on this thread; `nil` if no store is reducing here.
  static var current: StateChanges? {
    // The caller of `begin` retains the object while it is current.
    Unretained<StateChanges>(word: counterpoint_get_current_changes())?.object
  }

  /// The thread's current recorder before another one.
  struct Outer {
    fileprivate let changes: UInt
    fileprivate let isUntracked: Bool
  }

  /// Records the changes on this thread, until ``end(_:)``. Reads are not tracked meanwhile, because a reducer
  /// observes nothing.
  ///
  /// Two calls, because one with a function costs more than all of this. The caller retains the object in between.
  func begin() -> Outer {
    let changes = counterpoint_exchange_current_changes(Unretained(self).word)
    // A little more, because the frame of the reducer may begin in the place of this one.
    stackEnd = UInt(counterpoint_stack_position()) + 512
    return Outer(changes: changes, isUntracked: counterpoint_exchange_untracked(true))
  }

  /// Ends what ``begin()`` began.
  func end(_ outer: Outer) {
    _ = counterpoint_exchange_untracked(outer.isUntracked)
    _ = counterpoint_exchange_current_changes(outer.changes)
    // What is left of the copies has a version of its own, by which it is recognized when it is assigned.
    if hasCopies { copies.removeAll(keepingCapacity: true) }
  }

  /// Whether no observed field has changed, and no state shown by a store was removed.
  var isEmpty: Bool { changes.isEmpty && watched.hasNoDeparted }

  /// Whether there are changes of copies that don't count yet.
  var hasCopies: Bool { !copies.isEmpty }

  /// Returns whether an address is that of a local variable of the running reducer, or of a function that it called.
  ///
  /// A store's state is on the heap. A value that the language or a container moves out for an edit is on the stack
  /// as well; the code that moves it back calls ``noteCopies()``.
  @inline(never)
  func isLocal(_ address: UInt) -> Bool {
    address < stackEnd && address > UInt(counterpoint_stack_position())
  }

  /// Calls a function that notes changes, of copies or of the state.
  func notingCopies(_ areCopies: Bool, _ note: () -> Void) {
    let outer = isNotingCopies
    isNotingCopies = areCopies
    defer { isNotingCopies = outer }
    note()
  }

  /// Notes the changes of copies as those of the state.
  func noteCopies() {
    guard hasCopies else { return }
    let copies = copies
    self.copies.removeAll(keepingCapacity: true)
    for change in copies { note(change.observers, field: change.field) }
  }

  /// Notes that a field has changed.
  func note(_ observers: FieldObservers, field: Int) {
    let change = Change(observers: observers, field: field)
    guard !isNotingCopies else { return copies.append(change) }
    guard !contains(observers, field: field) else { return }
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

  /// The places of the fields that have changed.
  var places: [StatePlace] { changes.map { StatePlace(value: $0.observers.serial, field: $0.field) } }

  private static let few = 8

  /// Tells the observers of each changed field once, and forgets the changes.
  func tell() {
    guard !changes.isEmpty else { return }
    // Observers may read the store, but their changes come later: the store notifies before it continues.
    swap(&changes, &spare)
    if !set.isEmpty { set = [] }
    for change in spare { change.observers.tell(change.field) }
    spare.removeAll(keepingCapacity: true)
  }
}
