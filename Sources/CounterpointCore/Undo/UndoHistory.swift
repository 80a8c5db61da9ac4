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

  /// Whether there is a step to undo.
  public var canUndo: Bool { !past.isEmpty }

  /// Whether there is a step to redo.
  public var canRedo: Bool { !future.isEmpty }

  /// The number of steps that can be undone.
  public var undoCount: Int { past.count }

  /// The number of steps that can be redone.
  public var redoCount: Int { future.count }

  /// Removes all steps.
  public mutating func clear() {
    past = []
    future = []
    shared = []
    beginNextStep()
  }
}

// MARK: - Steps

extension UndoHistory {
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
    let isPartOfLastStep = isPartOfLastStep(grouping)
    switch grouping {
    case .step: if case .key = group { group = nil }
    case .group(let key): if !isInGroup { group = .key(key) }
    case .beginGroup, .endGroup, .excluded: note(grouping)
    }
    guard !isPartOfLastStep else { return }
    if group == .begun { group = .open }
    past.append(value)
    while past.count > limit { past.removeFirst() }
  }

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

  /// Undoes the last step.
  ///
  /// - Parameter value: The current value. ``redo(_:)`` restores it.
  /// - Returns: The value before the step; the current value if there is no step.
  @discardableResult
  public mutating func undo(_ value: Value) -> Value {
    guard let previous = past.popLast() else { return value }
    future.append(value)
    beginNextStep()
    return previous
  }

  /// Redoes the step that was undone last.
  ///
  /// - Parameter value: The current value. ``undo(_:)`` restores it.
  /// - Returns: The value after the step; the current value if there is no step.
  @discardableResult
  public mutating func redo(_ value: Value) -> Value {
    guard let next = future.popLast() else { return value }
    past.append(value)
    beginNextStep()
    return next
  }

  /// Makes the next change a step, also if it belongs to the current group.
  private mutating func beginNextStep() {
    group = isInGroup ? .begun : nil
  }
}

// MARK: - Operators

extension UndoHistory {
  /// Returns the value that an action restores; `nil` if there is no such step.
  func value(restoredBy action: UndoAction) -> Value? {
    switch action {
    case .undo: past.last
    case .redo: future.last
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

  /// The shared value that the feature has left behind. Another current value comes from elsewhere. It is `nil` if
  /// there are no steps.
  var sharedValue: Value? {
    get { shared.first }
    set { shared = canUndo || canRedo ? newValue.map { [$0] } ?? [] : [] }
  }
}

// MARK: - Conformances

extension UndoHistory: Equatable where Value: Equatable {
  /// Returns whether both have the same steps. The current group is ignored, so that a test need not assert it.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.past == rhs.past && lhs.future == rhs.future
  }
}

extension UndoHistory: Sendable where Value: Sendable {}

// The current group is encoded too, so that a restored program continues it.

extension UndoHistory: Encodable where Value: Encodable {}
extension UndoHistory: Decodable where Value: Decodable {}
