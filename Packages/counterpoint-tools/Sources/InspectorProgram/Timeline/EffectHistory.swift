@_spi(Internals) import CounterpointInspector

/// An effect of the timeline, in little space. Strings are numbers of ``InternedStrings``.
struct EffectRecord: Hashable, Sendable {
  var store: Int32
  /// The number of the action whose reduction returned the effect.
  var action: Int32
  var name: Int32
  /// The cancellation ids, separated by commas.
  var ids: Int32
  var location: Int32
  /// The positions in the timeline of the last actions before the events; `Int32.max` if there is no event.
  var began: Int32
  var canceled = Int32.max
  var ended = Int32.max
  var beganTime: Int64
  var canceledTime: Int64 = 0
  var endedTime: Int64 = 0

  /// Whether the effect was in flight at a position, or had an event directly after it.
  func isShown(at position: Int) -> Bool { began <= position && position <= ended }
}

/// The effects of a timeline, in the order in which they began.
struct EffectHistory: Equatable, Sendable {
  private static let blockSize = 1024

  private struct Key: Hashable, Sendable {
    var store: Int
    var id: Int
  }

  /// The effects between two known times, so that those of other times need not be visited.
  private struct Block: Equatable, Sendable {
    var inFlight = 0
    var lastEnd: Int32 = -1
  }

  private var records = ChunkedArray<EffectRecord>()
  private var blocks: [Block] = []
  /// The indices of the effects in flight.
  private var inFlight: [Key: Int] = [:]

  var isEmpty: Bool { records.isEmpty }

  mutating func begin(_ record: EffectRecord, store: Int, id: Int) {
    let key = Key(store: store, id: id)
    // A client that attaches again receives the effects in flight once more.
    guard inFlight[key] == nil else { return }
    inFlight[key] = records.count
    if records.count % Self.blockSize == 0 { blocks.append(Block()) }
    blocks[blocks.count - 1].inFlight += 1
    records.append(record)
  }

  mutating func cancel(store: Int, id: Int, at position: Int32, time: Int64) {
    guard let index = inFlight[Key(store: store, id: id)], records[index].canceled == .max else { return }
    records[index].canceled = position
    records[index].canceledTime = time
  }

  mutating func end(store: Int, id: Int, at position: Int32, time: Int64) {
    guard let index = inFlight.removeValue(forKey: Key(store: store, id: id)) else { return }
    end(index, at: position, time: time)
  }

  /// Ends the effects of a store that was released.
  mutating func endAll(ofStore store: Int, at position: Int32, time: Int64) {
    for (key, index) in inFlight where key.store == store {
      inFlight[key] = nil
      end(index, at: position, time: time)
    }
  }

  private mutating func end(_ index: Int, at position: Int32, time: Int64) {
    records[index].ended = position
    records[index].endedTime = time
    blocks[index / Self.blockSize].inFlight -= 1
    blocks[index / Self.blockSize].lastEnd = max(blocks[index / Self.blockSize].lastEnd, position)
  }

  /// Returns the effects that were in flight at a position of the timeline, or had an event between its action and the
  /// next one; the oldest first.
  func records(at position: Int) -> [EffectRecord] {
    var shown: [EffectRecord] = []
    for (index, block) in blocks.enumerated() where block.inFlight > 0 || Int(block.lastEnd) >= position {
      let first = index * Self.blockSize
      for record in records[first..<min(first + Self.blockSize, records.count)] {
        guard Int(record.began) <= position else { return shown }
        if record.isShown(at: position) { shown.append(record) }
      }
    }
    return shown
  }
}

/// An effect as the inspector shows it at a moment.
struct EffectRow: Equatable, Sendable {
  /// The time since the effect began, at the moment or at the effect's end.
  let age: String
  let name: String
  /// The action, the cancellation ids, and the events directly after the moment's action.
  let facts: String
  let location: String
}

extension Timeline {
  /// Returns the effects at a position: those in flight after its action, and those that ended before the next one.
  ///
  /// - Parameter position: The position of an action; `nil` for the present.
  func effects(at position: Int?) -> [EffectRow] {
    let last = records.count - 1
    let position = position ?? last
    return effectHistory.records(at: position).map { effect in
      // The selected action's time, except for the present.
      let time = position == last ? now : max(records[position].time, effect.beganTime)
      let hasEnded = Int(effect.ended) == position
      return EffectRow(
        age: ageText(of: effect.beganTime, at: hasEnded ? effect.endedTime : time),
        name: effect.name == InternedStrings.empty ? "effect" : strings[effect.name],
        facts: facts(of: effect, at: position),
        location: strings[effect.location]
      )
    }
  }

  private func facts(of effect: EffectRecord, at position: Int) -> String {
    var facts = ["of #\(effect.action)"]
    if stores.count > 1 { facts[0] += " of store \(effect.store)" }
    if effect.ids != InternedStrings.empty { facts.append("id \(strings[effect.ids])") }
    if Int(effect.began) == position { facts.append("began") }
    if Int(effect.canceled) == position {
      facts.append("canceled")
    } else if Int(effect.canceled) < position {
      facts.append("canceled before")
    }
    if Int(effect.ended) == position { facts.append("ended") }
    return facts.joined(separator: ", ")
  }
}
