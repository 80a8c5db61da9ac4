import Foundation

/// The part of the timeline that a user wants to see.
struct TimelineFilter: Equatable, Sendable {
  /// A part of an action's name, of its cause's location, or of the names of the changed fields. Case is ignored.
  var text = ""
  /// `nil` for all causes.
  var cause: CauseKind?
  /// The number of a store; `nil` for all stores.
  var store: Int?

  var isEmpty: Bool { self == TimelineFilter() }
}

/// The positions of the actions that pass a filter. New actions are tested once, and again when their changes arrive.
struct FilteredRows: Equatable, Sendable {
  private(set) var filter = TimelineFilter()
  /// Unused while the filter is empty.
  private var positions = ChunkedArray<Int32>()
  /// The number of the timeline's actions that were tested.
  private(set) var tested = 0
  /// The number of the timeline's changes that were tested.
  private var testedChanges = 0
  /// Whether the strings of the timeline contain the text of the filter.
  private var stringMatches: [Bool] = []

  /// Replaces the filter, and tests all actions again.
  mutating func setFilter(_ filter: TimelineFilter, _ timeline: Timeline) {
    self.filter = filter
    positions = ChunkedArray()
    stringMatches = []
    tested = 0
    testedChanges = timeline.changed.count
    update(timeline)
  }

  /// Tests the new actions of a timeline.
  mutating func update(_ timeline: Timeline) {
    defer { (tested, testedChanges) = (timeline.records.count, timeline.changed.count) }
    if filter.isEmpty { return }
    if !filter.text.isEmpty {
      for string in timeline.strings.strings[stringMatches.count...] {
        stringMatches.append(string.localizedCaseInsensitiveContains(filter.text))
      }
    }
    // The changes of an action may arrive after the action has been tested.
    for change in testedChanges..<timeline.changed.count {
      let position = Int(timeline.changed[change])
      guard position < tested, passes(timeline.records[position]), !contains(position) else { continue }
      guard positions.isEmpty || Int(positions[positions.count - 1]) < position else {
        return setFilter(filter, timeline)
      }
      positions.append(Int32(clamping: position))
    }
    for position in tested..<timeline.records.count where passes(timeline.records[position]) {
      positions.append(Int32(clamping: position))
    }
  }

  private func passes(_ record: ActionRecord) -> Bool {
    if let store = filter.store, store != record.store { return false }
    if let cause = filter.cause, cause != record.cause { return false }
    return filter.text.isEmpty || stringMatches[Int(record.name)] || stringMatches[Int(record.location)]
      || stringMatches[Int(record.changedFields)]
  }

  /// Returns whether an action is in a row.
  private func contains(_ position: Int) -> Bool {
    row(atOrBefore: position).map { self[$0] == position } ?? false
  }
}

extension FilteredRows: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { filter.isEmpty ? tested : positions.count }

  /// The position of a row in the timeline.
  subscript(row: Int) -> Int { filter.isEmpty ? row : Int(positions[row]) }

  /// Returns the last row whose action is not behind a position; `nil` if there is none.
  func row(atOrBefore position: Int) -> Int? {
    if filter.isEmpty { return tested == 0 || position < 0 ? nil : Swift.min(position, tested - 1) }
    var range = 0..<positions.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if Int(positions[middle]) <= position {
        range = middle + 1..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    return range.lowerBound == 0 ? nil : range.lowerBound - 1
  }
}
