import Foundation

/// The part of the timeline that a user wants to see.
struct TimelineFilter: Equatable, Sendable {
  /// A part of an action's name or of its cause's location. Case is ignored.
  var text = ""
  /// `nil` for all causes.
  var cause: CauseKind?
  /// The number of a store; `nil` for all stores.
  var store: Int?

  var isEmpty: Bool { self == TimelineFilter() }
}

/// The positions of the actions that pass a filter. New actions are tested once.
struct FilteredRows: Equatable, Sendable {
  private(set) var filter = TimelineFilter()
  /// Unused while the filter is empty.
  private var positions = ChunkedArray<Int32>()
  /// The number of the timeline's actions that were tested.
  private(set) var tested = 0
  /// Whether the strings of the timeline contain the text of the filter.
  private var stringMatches: [Bool] = []

  /// Replaces the filter, and tests all actions again.
  mutating func setFilter(_ filter: TimelineFilter, _ timeline: Timeline) {
    self.filter = filter
    positions = ChunkedArray()
    stringMatches = []
    tested = 0
    update(timeline)
  }

  /// Tests the new actions of a timeline.
  mutating func update(_ timeline: Timeline) {
    defer { tested = timeline.records.count }
    if filter.isEmpty { return }
    if !filter.text.isEmpty {
      for string in timeline.strings.strings[stringMatches.count...] {
        stringMatches.append(string.localizedCaseInsensitiveContains(filter.text))
      }
    }
    for position in tested..<timeline.records.count where passes(timeline.records[position]) {
      positions.append(Int32(clamping: position))
    }
  }

  private func passes(_ record: ActionRecord) -> Bool {
    if let store = filter.store, store != record.store { return false }
    if let cause = filter.cause, cause != record.cause { return false }
    return filter.text.isEmpty || stringMatches[Int(record.name)] || stringMatches[Int(record.location)]
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
