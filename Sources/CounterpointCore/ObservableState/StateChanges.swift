import CounterpointThreadLocals

/// The fields that have changed since a store last settled, each once, in the order of their first changes.
///
/// While a store reduces, its recorder is the current one of the thread. The setters of fields use the current
/// recorder.
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

  /// The locations from which the store's children may be removed.
  let removals = RemovalRegistry()

  /// The observers of the root state's identity.
  private let root: FieldObservers

  // Unchecked exclusivity: each access ends before other code is called, and every change of a field accesses them.

  @safe @exclusivity(unchecked) private var changes: [Change] = []
  /// The same as a set; empty while there are few changes.
  @safe @exclusivity(unchecked) private var set: Set<Change> = []
  /// An array that is reused, so that recording a change does not allocate.
  @safe @exclusivity(unchecked) private var spare: [Change] = []
  /// The values that are read through the store and its children.
  @safe @exclusivity(unchecked) private(set) var replacements = ReplacementRegistry()
  /// The followed values that were replaced.
  @safe @exclusivity(unchecked) private var replaced: [FollowedValue] = []
  /// The changes of copies in local variables of the running reducer. They count if such a copy is assigned to the
  /// state.
  @safe @exclusivity(unchecked) private var copies: [Change] = []
  /// Whether the changes that are being recorded are changes of a copy.
  @safe @exclusivity(unchecked) private var isRecordingCopies = false
  /// The number of the first edit by the running reducer.
  @safe @exclusivity(unchecked) private var firstEdit: UInt64 = 0
  /// The highest stack address that the running reducer uses.
  @safe @exclusivity(unchecked) private var stackEnd: UInt = 0

  /// - Parameter root: The observers of the root state's identity.
  init(below root: FieldObservers) {
    self.root = root
  }

  /// The recorder of changes on this thread; `nil` if no store is reducing here.
  static var current: StateChanges? {
    // The caller of `begin` retains the object while it is current.
    Unretained<StateChanges>(word: counterpoint_get_current_changes())?.object
  }

  /// The previous recorder of the thread.
  struct Outer {
    fileprivate let changes: UInt
    fileprivate let isUntracked: Bool
  }

  /// Records the changes on this thread until ``end(_:)``. Reads are not tracked meanwhile, because a reducer does not
  /// observe.
  ///
  /// Two functions instead of one with a closure, because the closure would cost more than the rest. The caller retains
  /// the object in between.
  func begin() -> Outer {
    let changes = counterpoint_exchange_current_changes(Unretained(self).word)
    // With a margin, because the stack frame of the reducer may begin above this one.
    stackEnd = UInt(counterpoint_stack_position()) + 512
    firstEdit = counterpoint_edit_number()
    return Outer(changes: changes, isUntracked: counterpoint_exchange_untracked(true))
  }

  /// Ends the recording that ``begin()`` started.
  func end(_ outer: Outer) {
    _ = counterpoint_exchange_untracked(outer.isUntracked)
    _ = counterpoint_exchange_current_changes(outer.changes)
    // Remaining copies are recognized by their versions if they are assigned later.
    if hasCopies { copies.removeAll(keepingCapacity: true) }
  }

  /// Whether no observed field has changed, and no state shown by a store was removed.
  var isEmpty: Bool { changes.isEmpty && replaced.isEmpty && removals.hasNoRemovals }

  /// Whether there are changes of copies that were not assigned yet.
  var hasCopies: Bool { !copies.isEmpty }

  /// Returns whether the running reducer has made the edit with a number.
  ///
  /// If the numbers of the thread's range are used up during the reduction, the result is `false` for all of its edits.
  func contains(edit: UInt64) -> Bool {
    edit >= firstEdit && edit >> 32 == firstEdit >> 32
  }

  /// Returns whether an address is that of a local variable of the running reducer, or of a function that it called.
  ///
  /// A store's state is on the heap. A value that is moved out of its container for an edit is on the stack too; the
  /// code that moves it back calls ``noteCopies()``.
  // Not inlined, because it needs a stack frame of its own below the caller's variables.
  @inline(never)
  func isLocal(_ address: UInt) -> Bool {
    address < stackEnd && address > UInt(counterpoint_stack_position())
  }

  /// Calls a function that records changes of copies or of the state.
  func recordingCopies(_ isCopy: Bool, _ note: () -> Void) {
    let outer = isRecordingCopies
    isRecordingCopies = isCopy
    defer { isRecordingCopies = outer }
    note()
  }

  /// Records the changes of copies as changes of the state.
  func noteCopies() {
    guard hasCopies else { return }
    let copies = copies
    self.copies.removeAll(keepingCapacity: true)
    for change in copies { note(change.observers, field: change.field) }
  }

  /// Records a change of a field.
  func note(_ observers: FieldObservers, field: Int) {
    let change = Change(observers: observers, field: field)
    guard !isRecordingCopies else { return copies.append(change) }
    guard !contains(observers, field: field) else { return }
    changes.append(change)
    if changes.count > Self.few {
      if set.isEmpty { set = Set(changes) } else { set.insert(change) }
    }
  }

  /// Returns whether a field has changed since the store last settled.
  func contains(_ observers: FieldObservers, field: Int) -> Bool {
    let change = Change(observers: observers, field: field)
    return changes.count > Self.few ? set.contains(change) : changes.contains(change)
  }

  /// Forgets the changes, because those who observe the fields see another state.
  func discard() {
    changes.removeAll(keepingCapacity: true)
    if !set.isEmpty { set = [] }
    removals.discard()
  }

  /// The locations of the changed fields.
  var locations: [StateLocation] { changes.map { StateLocation(value: $0.observers.serial, field: $0.field) } }

  private static let few = 8

  /// Notifies the observers of each changed field once, and clears the changes.
  func notifyObservers() {
    guard !changes.isEmpty || !replaced.isEmpty else { return }
    if replacements.count > 0 { noteReplacements() }
    // Swapped first, because observers may cause new changes, which are notified with the next action.
    swap(&changes, &spare)
    if !set.isEmpty { set = [] }
    let replaced = replaced
    self.replaced = []
    for change in spare {
      change.observers.notify(change.field)
      for value in replacements.values(of: change.observers) { value.notify(change.field) }
    }
    for value in replaced { value.notifyReplacement() }
    spare.removeAll(keepingCapacity: true)
  }
}

// MARK: - Followed values

extension StateChanges {
  /// Returns the followed value at a position. If there is none, the value is followed from now on.
  ///
  /// - Parameters:
  ///   - observers: The observers of the value's fields.
  ///   - position: Distinguishes the position of the value from those of its copies.
  ///   - path: Returns the fields whose changes replace the value.
  func follow(_ observers: FieldObservers, at position: Int, path: () -> [StateLocation]) -> FollowedValue {
    if let known = replacements.value(of: observers, at: position) { return known }
    replaced += replacements.removeUnused()
    // A change of the root replaces all values.
    let path = path().filter { $0.value != root.serial }
    return replacements.follow(observers, at: position, path: path)
  }

  /// Records that another value has replaced a followed one.
  func noteReplacement(of value: FollowedValue) {
    guard value.isCurrent else { return }
    replacements.remove(value)
    replaced.append(value)
  }

  /// Records the replacement of the values to which the changed fields lead.
  private func noteReplacements() {
    for change in changes {
      if change.observers === root {
        replaced += replacements.removeAll()
      } else {
        replaced += replacements.removeValues(below: StateLocation(value: change.observers.serial, field: change.field))
      }
    }
  }
}

/// The locations that a function has read.
final class RecordedReads {
  var locations: [StateLocation] = []

  /// The recorder of reads on this thread; `nil` if there is none.
  static var current: RecordedReads? {
    // `recordingReads(_:)` retains the object while it is current.
    Unretained<RecordedReads>(word: counterpoint_get_current_reads())?.object
  }
}

/// Calls a function that reads fields, and records changes of these fields from then on.
///
/// - Returns: The locations of the fields.
@discardableResult
func recordingReads(_ body: () -> Void) -> [StateLocation] {
  let reads = RecordedReads()
  let outer = (
    counterpoint_exchange_current_reads(Unretained(reads).word), counterpoint_exchange_untracked(false)
  )
  defer { _ = (counterpoint_exchange_current_reads(outer.0), counterpoint_exchange_untracked(outer.1)) }
  return withExtendedLifetime(reads) {
    body()
    return reads.locations
  }
}

/// Calls a function whose reads of observable state are not tracked.
func withoutTracking<Result>(_ body: () throws -> Result) rethrows -> Result {
  let outer = counterpoint_exchange_untracked(true)
  defer { _ = counterpoint_exchange_untracked(outer) }
  return try body()
}
