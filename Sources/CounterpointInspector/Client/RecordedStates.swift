@_spi(Internals) import CounterpointRecording
import DequeModule

/// Computes states from the lines of a recording: the last snapshot, and the fields that have changed since.
struct RecordedStates {
  private struct Line {
    let number: Int
    let isSnapshot: Bool
    let bytes: ArraySlice<UInt8>
  }

  private let limit: Int
  private var size = 0
  /// The bytes of the lines of each store.
  private var sizes: [Int: Int] = [:]
  private var stores: [Int: Deque<Line>] = [:]
  private var gaps: [Int: Gaps] = [:]

  /// The actions of a store after which the recording does not have the state.
  private struct Gaps {
    /// Whether the actions say if they were compared.
    var areMarked = true
    /// In ascending order.
    var ranges: [ClosedRange<Int>] = []
    /// The number of the last action, if nothing says yet that its reduction has ended.
    var unconfirmed: Int?

    mutating func append(_ number: Int) {
      if let last = ranges.last, last.upperBound == number - 1 {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }

    /// Notes that the recording has the state after an action.
    mutating func remove(_ number: Int) {
      unconfirmed = nil
      guard let last = ranges.last, last.upperBound == number else { return }
      ranges.removeLast()
      if last.lowerBound < number { ranges.append(last.lowerBound...number - 1) }
    }

    /// Returns the last action before another one, or itself, after which the recording has the state.
    func lastKnown(_ number: Int) -> Int {
      if let range = ranges.last(where: { $0.lowerBound <= number }), range.contains(number) {
        return range.lowerBound - 1
      }
      guard number == unconfirmed else { return number }
      return lastKnown(number - 1)
    }
  }

  /// - Parameter limit: The bytes of the lines that are kept.
  init(limit: Int = .max) {
    self.limit = limit
  }

  mutating func append(_ line: RecordingLine, _ bytes: ArraySlice<UInt8>) {
    noteGaps(line)
    switch line {
    case .snapshot(let snapshot):
      // A restart follows the moment after the action, which has its own state.
      let number = snapshot.restart == nil ? snapshot.number : snapshot.number + 1
      append(Line(number: number, isSnapshot: true, bytes: bytes), snapshot.store)
    case .result(let result) where !result.changes.isEmpty:
      append(Line(number: result.number, isSnapshot: false, bytes: bytes), result.store)
    case .header, .action, .result, .shared, .effect: break
    }
  }

  private mutating func noteGaps(_ line: RecordingLine) {
    switch line {
    case .header(let line): gaps[line.store, default: Gaps()].areMarked = line.marksComparisons
    case .snapshot(let line):
      // A restart replaces the state after the action, which stays unknown.
      if line.state != nil, line.restart == nil { gaps[line.store, default: Gaps()].remove(line.number) }
    case .action(let line):
      var gap = gaps[line.store] ?? Gaps()
      gap.unconfirmed = nil
      if !gap.areMarked || line.isUncompared {
        gap.append(line.number)
      } else {
        gap.unconfirmed = line.number
      }
      gaps[line.store] = gap
    case .result(let line):
      if line.isUncompared {
        if gaps[line.store]?.unconfirmed == line.number { gaps[line.store]?.append(line.number) }
        gaps[line.store]?.unconfirmed = nil
      } else if line.isEnd || !line.changes.isEmpty {
        gaps[line.store]?.remove(line.number)
      } else {
        gaps[line.store]?.unconfirmed = nil
      }
    case .shared, .effect: break
    }
  }

  private mutating func append(_ line: Line, _ store: Int) {
    stores[store, default: []].append(line)
    guard limit < .max else { return }
    size += line.bytes.count
    sizes[store, default: 0] += line.bytes.count
    while size > limit, let other = storeToShorten(sparing: store) { shorten(other) }
  }

  /// The store with the most bytes, of those with several lines, or else the oldest one but one.
  private func storeToShorten(sparing store: Int) -> Int? {
    let candidates = sizes.filter { (stores[$0.key]?.count ?? 0) > 1 }
    return candidates.max { $0.value < $1.value }?.key ?? sizes.keys.filter { $0 != store }.min()
  }

  /// Removes the oldest lines of a store: a part of the limit at once, because finding the store takes time.
  private mutating func shorten(_ store: Int) {
    let goal = (sizes[store] ?? 0) - max(limit / 16, 1)
    while let lines = stores[store], let line = lines.first, sizes[store] ?? 0 > goal {
      stores[store]?.removeFirst()
      size -= line.bytes.count
      sizes[store, default: 0] -= line.bytes.count
      if lines.count <= 2 { break }
    }
    guard let first = stores[store]?.first?.number else {
      sizes[store] = nil
      return
    }
    gaps[store]?.ranges.removeAll { $0.upperBound < first }
  }

  /// Returns the state of a store after an action.
  ///
  /// - Throws: An ``InspectionError`` if there is no snapshot of that time.
  func state(_ store: Int, _ number: Int) throws -> InspectedState {
    guard let lines = stores[store] else { throw InspectionError("The recording has no state of store \(store).") }
    var end = lines.partitioningIndex { $0.number > number }
    guard let start = lines[..<end].lastIndex(where: \.isSnapshot) else {
      throw InspectionError("The state after action \(number) is not kept any more.")
    }
    guard case .snapshot(let snapshot) = try RecordingLine(parsing: lines[start].bytes) else {
      preconditionFailure("A line is not the one that was kept.")
    }
    guard let text = snapshot.state else {
      throw InspectionError("The state can't be encoded: \(snapshot.opaque ?? "").")
    }
    let known = gaps[store]?.lastKnown(number) ?? number
    var state = InspectedState(try JSONValue(parsing: text), earlierNumber: known < number ? known : nil)
    // A line's changes may be those of several actions, if the state is large.
    end = max(end, start + 1)
    for line in lines[(start + 1)..<end] {
      guard case .result(let result) = try RecordingLine(parsing: line.bytes) else { continue }
      for change in result.changes { try state.apply(change) }
    }
    return state
  }
}

extension InspectedState {
  fileprivate mutating func apply(_ change: FieldChange) throws {
    let keys = FieldPath.keys(of: change.path)
    outdated = outdated.filter { $0 != change.path && !FieldPath.isInside($0, change.path) }
    switch change.value {
    case .json(let text): value.set(try JSONValue(parsing: text), at: keys[...])
    case .absent: value.set(nil, at: keys[...])
    case .digest: outdated.insert(change.path)
    }
  }
}

extension JSONValue {
  /// Sets or removes the value at a path of members.
  fileprivate mutating func set(_ value: JSONValue?, at path: ArraySlice<String>) {
    guard let key = path.first else {
      if let value { self = value }
      return
    }
    if path.count == 1 {
      self[key] = value
    } else if var member = self[key] {
      member.set(value, at: path.dropFirst())
      self[key] = member
    }
  }
}

extension Deque {
  /// Returns the index of the first element that a condition holds for, if it holds for all later ones.
  fileprivate func partitioningIndex(where condition: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
