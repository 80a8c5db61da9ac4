import DequeModule

/// The steps by which a value can be undone and redone.
///
/// It is a part of a feature's state:
///
/// ```swift
/// struct State {
///   var drawing = Drawing()
///   var history = UndoHistory<Drawing>()
/// }
/// ```
///
/// ``Reducer/undoable(_:history:action:limit:grouping:fileID:filePath:line:column:)`` records the steps. The state of
/// buttons comes from ``canUndo`` and ``canRedo``. The assertions of a test call ``record(_:as:limit:)``,
/// ``undo(_:)`` and ``redo(_:)`` to describe the expected history.
///
/// The history contains whole values. Their copy-on-write storage is shared with the current value, as far as that has
/// not changed since.
public struct UndoHistory<Value> {
  /// The values before the steps that can be undone. The last one is restored next.
  private(set) var past = Deque<Value>()
  /// The values after the steps that can be redone. The last one is restored next.
  private(set) var future: [Value] = []
  /// The shared value that the feature has left behind, or nothing. An array, so that the history stays small.
  private var shared: [Value] = []
  private var group: Group?
  /// The ends of the history that are the current value, so that their restoration would change nothing. `nil` in place
  /// of none, because recordings of earlier programs have none.
  private var current: HistoryEnds?

  /// The group that the next change may belong to.
  private enum Group: Codable, Hashable, Sendable {
    /// The last step has this key.
    case key(String)
    /// A group has begun. Its first change is a step.
    case begun
    /// The last step belongs to a group that has not ended.
    case open
  }

  /// Creates a history without steps.
  public init() {}

  /// Whether undo changes the value.
  ///
  /// It doesn't if there is no step, or if the changes since the only one cancel each other out, as in a group that
  /// ends where it began. A change by another reducer than the one with `undoable` counts from the next change of that
  /// one on.
  public var canUndo: Bool { past.count > (isCurrent(.past) ? 1 : 0) }

  /// Whether redo changes the value.
  ///
  /// It doesn't if there is no step, or if an ``UndoGrouping/excluded`` change has made the same value.
  public var canRedo: Bool { future.count > (isCurrent(.future) ? 1 : 0) }

  /// The number of recorded steps, also of one that changes nothing now; see ``canUndo``.
  public var undoCount: Int { past.count }

  /// The number of steps that were undone, also of one that changes nothing now; see ``canRedo``.
  public var redoCount: Int { future.count }

  /// Removes all steps.
  public mutating func clear() {
    past = []
    future = []
    shared = []
    current = nil
    beginNextStep()
  }
}

/// The past, the future, or both.
private struct HistoryEnds: OptionSet, Codable, Hashable, Sendable {
  let rawValue: Int

  static let past = HistoryEnds(rawValue: 1)
  static let future = HistoryEnds(rawValue: 2)
}

// MARK: - Steps

extension UndoHistory where Value: Equatable {
  /// Records a change. The steps that could be redone are removed.
  ///
  /// Amortized O(1).
  ///
  /// - Parameters:
  ///   - value: The value before the change. It is ignored if the change is a part of the last step.
  ///   - grouping: The part that the change has in the steps.
  ///   - limit: The maximum number of steps, at least 1. The oldest ones are removed.
  public mutating func record(_ value: Value, as grouping: UndoGrouping = .step, limit: Int = .max) {
    guard grouping != .excluded else { return }
    if !future.isEmpty { future = [] }
    // Another reducer may have changed the value since.
    let isStepLeft = isCurrent(.past) && past.last == value
    current = nil
    let isPartOfLastStep = isPartOfLastStep(grouping)
    switch grouping {
    case .step: if case .key = group { group = nil }
    case .group(let key): if !isInGroup { group = .key(key) }
    case .beginGroup, .endGroup, .excluded: note(grouping)
    }
    guard !isPartOfLastStep else { return }
    if group == .begun { group = .open }
    // The step that changes nothing becomes this one.
    if !isStepLeft { past.append(value) }
    while past.count > limit { past.removeFirst() }
  }

  /// Undoes the last step that changes the value. Later ones are removed.
  ///
  /// - Parameter value: The current value. ``redo(_:)`` restores it.
  /// - Returns: The value before the step; the current value if there is no such step.
  @discardableResult
  public mutating func undo(_ value: Value) -> Value {
    guard let index = past.lastIndex(where: { $0 != value }) else { return value }
    let restored = past[index]
    past.removeSubrange(index...)
    if future.last != value { future.append(value) }
    beginNextStep()
    noteCurrent(restored)
    return restored
  }

  /// Redoes the step that was undone last and changes the value. Others are removed.
  ///
  /// - Parameter value: The current value. ``undo(_:)`` restores it.
  /// - Returns: The value after the step; the current value if there is no such step.
  @discardableResult
  public mutating func redo(_ value: Value) -> Value {
    guard let index = future.lastIndex(where: { $0 != value }) else { return value }
    let restored = future[index]
    future.removeSubrange(index...)
    if past.last != value { past.append(value) }
    beginNextStep()
    noteCurrent(restored)
    return restored
  }

  /// Notes the current value, with which the next restorations are compared.
  private mutating func noteCurrent(_ value: Value) {
    note(isPastCurrent: past.last == value, isFutureCurrent: future.last == value)
  }
}

extension UndoHistory {
  /// Begins or ends a group for an action that has changed nothing. Does nothing for other groupings.
  ///
  /// - Parameter grouping: The part that a change of the action has in the steps.
  public mutating func note(_ grouping: UndoGrouping) {
    switch grouping {
    case .beginGroup: group = .begun
    case .endGroup: group = nil
    case .step, .group, .excluded: break
    }
  }

  /// Whether changes up to an end belong to one group.
  private var isInGroup: Bool { group == .begun || group == .open }

  private func isPartOfLastStep(_ grouping: UndoGrouping) -> Bool {
    switch (group, grouping) {
    case (.open, .step), (.open, .group), (.open, .endGroup), (.key, .endGroup): true
    case (.key(let key), .group(let other)): key == other
    default: false
    }
  }

  /// Makes the next change a step, also if it belongs to the current group.
  private mutating func beginNextStep() {
    group = isInGroup ? .begun : nil
  }
}

// MARK: - Operators

extension UndoHistory {
  /// Whether there are steps, also if they change nothing now.
  var hasSteps: Bool { !past.isEmpty || !future.isEmpty }

  private func isCurrent(_ end: HistoryEnds) -> Bool { current?.contains(end) ?? false }

  private static func ends(_ isPastCurrent: Bool, _ isFutureCurrent: Bool) -> HistoryEnds? {
    let ends: HistoryEnds = [isPastCurrent ? .past : [], isFutureCurrent ? .future : []]
    return ends.isEmpty ? nil : ends
  }

  /// Notes which of the values that are restored next are the current value.
  mutating func note(isPastCurrent: Bool, isFutureCurrent: Bool) {
    current = Self.ends(isPastCurrent, isFutureCurrent)
  }

  /// Whether ``note(isPastCurrent:isFutureCurrent:)`` would change nothing.
  func isNoted(isPastCurrent: Bool, isFutureCurrent: Bool) -> Bool {
    current == Self.ends(isPastCurrent, isFutureCurrent)
  }
}

extension UndoHistory where Value: Equatable {
  /// Returns the value that an action restores; `nil` if no step changes the current value.
  func value(restoredBy action: UndoAction, from value: Value) -> Value? {
    switch action {
    case .undo: past.last { $0 != value }
    case .redo: future.last { $0 != value }
    case .clear: nil
    }
  }

  /// Performs an action.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - value: The current value.
  mutating func perform(_ action: UndoAction, from value: Value) {
    switch action {
    case .undo: undo(value)
    case .redo: redo(value)
    case .clear: clear()
    }
  }
}

extension UndoHistory {
  /// The shared value that the feature has left behind. Another current value comes from elsewhere. It is `nil` if
  /// there are no steps.
  var sharedValue: Value? {
    get { shared.first }
    set { shared = hasSteps ? newValue.map { [$0] } ?? [] : [] }
  }
}

// MARK: - Conformances

extension UndoHistory: Equatable where Value: Equatable {
  /// Returns whether both have the same steps. The current group is ignored, so that a test need not assert it, and so
  /// is ``canUndo``, which follows from the steps and the value.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.past == rhs.past && lhs.future == rhs.future
  }
}

extension UndoHistory: Sendable where Value: Sendable {}

// The current group is encoded too, so that a restored program continues it.

extension UndoHistory: Encodable where Value: Encodable {}
extension UndoHistory: Decodable where Value: Decodable {}
