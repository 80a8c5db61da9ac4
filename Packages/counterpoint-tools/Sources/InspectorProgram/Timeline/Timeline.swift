// InspectorProgram: The inspector's logic, and its views for a terminal and a page.

@_spi(Internals) import CounterpointInspector
@_spi(Internals) import CounterpointRecording

/// The actions of an inspected program in the order of their arrival, and its other events.
struct Timeline: Equatable, Sendable {
  private(set) var records = ChunkedArray<ActionRecord>()
  private(set) var strings = InternedStrings()
  /// The positions of the actions whose changed fields have arrived, in the order of their arrival.
  private(set) var changed = ChunkedArray<Int32>()
  private(set) var stores: [Int: StoreRecord] = [:]
  private(set) var effectHistory = EffectHistory()
  /// The newest changes of shared values by code outside the stores, the newest last.
  private(set) var sharedChanges: [SharedChange] = []
  /// The number of events that were left out.
  private(set) var missed = 0
  /// The time of the newest event in microseconds.
  private(set) var now: Int64 = 0
  /// An action for each shape, for completion.
  private(set) var examples: [String: String] = [:]
  private var texts = TextStore()
  /// The numbers of the names of actions by their texts, because most actions are repeated.
  private var names: [JSONText: Int32] = [:]

  private static let sharedChangesLimit = 500
  private static let examplesLimit = 1000
  private static let namesLimit = 4096

  /// The stores in the order of their numbers.
  var storesByNumber: [StoreRecord] { stores.values.sorted { $0.description.number < $1.description.number } }

  mutating func append(_ events: [InspectedEvent]) {
    for event in events { append(event) }
  }

  private mutating func append(_ event: InspectedEvent) {
    switch event {
    case .store(let store): stores[store.number, default: StoreRecord(description: store)].description = store
    case .action(let action): append(action)
    case .result(let result): append(result)
    case .compared(let store, let number, let comparison):
      guard let position = position(of: Moment(store: store, number: number)) else { return }
      records[position].comparison = RecordComparison(comparison)
    case .shared(let store, let name, let value):
      if sharedChanges.count == Self.sharedChangesLimit { sharedChanges.removeFirst(Self.sharedChangesLimit / 2) }
      let moment = Moment(store: store, number: lastNumber(of: store))
      sharedChanges.append(SharedChange(name: name, value: value.compactText, moment: moment))
    case .effectBegan(let effect): append(effect)
    case .effectCanceled(let store, let id, let time):
      now = max(now, time)
      effectHistory.cancel(store: store, id: id, at: lastPosition, time: time)
    case .effectEnded(let store, let id, let time):
      now = max(now, time)
      effectHistory.end(store: store, id: id, at: lastPosition, time: time)
    case .shown(let store, let number, let refused):
      edit(store) {
        $0.shown = number
        $0.refused = refused
      }
    case .resumed(let store, let number, let last):
      edit(store) { $0.resumes.append(StoreRecord.Resume(from: number, last: last)) }
    case .storeEnded(let store):
      edit(store) { $0.hasEnded = true }
      effectHistory.endAll(ofStore: store, at: lastPosition, time: now)
    case .note(let store, let number, let text): edit(store) { $0.notes[number] = text }
    case .missed(let count):
      // A damaged recording can have any number.
      let (sum, isTooLarge) = missed.addingReportingOverflow(count)
      missed = isTooLarge ? .max : sum
    }
  }

  /// The position of the newest action; -1 if there is none.
  private var lastPosition: Int32 { Int32(clamping: records.count - 1) }

  private mutating func append(_ effect: InspectedEffect) {
    now = max(now, effect.time)
    let record = EffectRecord(
      store: Int32(clamping: effect.store),
      action: Int32(clamping: effect.action),
      name: strings.number(of: effect.name ?? ""),
      ids: strings.number(of: effect.cancellationIDs.joined(separator: ", ")),
      location: strings.number(of: effect.location),
      began: lastPosition,
      beganTime: effect.time
    )
    effectHistory.begin(record, store: effect.store, id: effect.id)
  }

  private mutating func edit(_ store: Int, _ change: (inout StoreRecord) -> Void) {
    change(&stores[store, default: StoreRecord(description: InspectedStore(number: store, feature: "Store \(store)"))])
  }

  private mutating func append(_ action: InspectedAction) {
    now = max(now, action.time)
    let name = nameNumber(of: action)
    let parent = action.cause.parent
    let parentDepth = parent.flatMap { position(of: Moment(store: action.store, number: $0)) }.map { records[$0].depth }
    let record = ActionRecord(
      time: action.time,
      store: Int32(clamping: action.store),
      number: Int32(clamping: action.number),
      parent: Int32(clamping: parent ?? -1),
      name: name,
      location: strings.number(of: action.cause.location),
      changedFields: InternedStrings.empty,
      comparison: RecordComparison(action.comparison),
      depth: parentDepth.map { $0 &+ 1 } ?? (parent == nil ? 0 : 1),
      cause: action.cause.kind,
      isOpaque: action.text == nil,
      text: texts.append { bytes in
        if let text = action.text { bytes += text.bytes } else { bytes += (action.opaque ?? "").utf8 }
      }
    )
    let newPosition = records.count
    records.append(record)
    edit(action.store) { $0.positions.append(Int32(clamping: newPosition)) }
  }

  /// Returns the number of an action's name. The first action with a name can be an example for completion.
  private mutating func nameNumber(of action: InspectedAction) -> Int32 {
    guard let text = action.text else { return strings.number(of: String((action.opaque ?? "").prefix(80))) }
    if let number = names[text] { return number }
    guard let value = action.action else { return strings.number(of: String(text.description.prefix(80))) }
    let name = ActionName(value)
    let count = strings.strings.count
    let number = strings.number(of: name.text.isEmpty ? value.compactText : name.text)
    if strings.strings.count > count, examples.count < Self.examplesLimit, examples[name.shape] == nil {
      examples[name.shape] = value.compactText
    }
    if names.count < Self.namesLimit { names[JSONText(Array(text.bytes))] = number }
    return number
  }

  private mutating func append(_ result: InspectedResult) {
    guard let position = position(of: Moment(store: result.store, number: result.number)) else { return }
    if let duration = result.duration { records[position].duration = Int32(clamping: duration) }
    if !result.changedFields.isEmpty {
      records[position].changedFields = strings.number(of: result.changedFields.joined(separator: ", "))
      changed.append(Int32(clamping: position))
    }
    guard !result.reads.isEmpty else { return }
    records[position].reads = texts.append { bytes in
      for (index, read) in result.reads.enumerated() {
        bytes += (index == 0 ? "[[" : ",[").utf8
        JSONValue.string(read.name).write(to: &bytes)
        if let text = read.text { bytes += [UInt8(ascii: ",")] + text.bytes }
        bytes.append(UInt8(ascii: "]"))
      }
      bytes.append(UInt8(ascii: "]"))
    }
  }
}

extension Timeline {
  /// Returns the position of an action; `nil` if there is none.
  ///
  /// - Complexity: O(1) if no action of the store is missing, and otherwise O(log n).
  func position(of moment: Moment) -> Int? {
    guard let positions = stores[moment.store]?.positions, let first = positions.first else { return nil }
    let number = Int32(clamping: moment.number)
    let guess = Int(number) - Int(records[Int(first)].number)
    if positions.indices.contains(guess), records[Int(positions[guess])].number == number {
      return Int(positions[guess])
    }
    let index = Self.index(atOrAfter: number, in: positions, records)
    guard index < positions.count, records[Int(positions[index])].number == number else { return nil }
    return Int(positions[index])
  }

  private static func index(
    atOrAfter number: Int32,
    in positions: ChunkedArray<Int32>,
    _ records: ChunkedArray<ActionRecord>
  ) -> Int {
    var range = 0..<positions.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if records[Int(positions[middle])].number < number {
        range = middle + 1..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    return range.lowerBound
  }

  /// The number of a store's last action; 0 if there is none.
  func lastNumber(of store: Int) -> Int {
    stores[store]?.positions.last.map { Int(records[Int($0)].number) } ?? 0
  }

  /// Returns the moment in which an action was handled: after the action before, or that to which the store jumped.
  func moment(before moment: Moment) -> Moment {
    let resume = stores[moment.store]?.resumes.last { $0.last == moment.number &- 1 }
    return Moment(store: moment.store, number: resume?.from ?? max(moment.number &- 1, 0))
  }

  /// Whether the store went on from an earlier moment, and has forgotten the action.
  func isForgotten(_ position: Int) -> Bool {
    let record = records[position]
    return stores[Int(record.store)]?.hasForgotten(Int(record.number)) ?? false
  }

  func name(of record: ActionRecord) -> String { strings[record.name] }

  func location(of record: ActionRecord) -> String { strings[record.location] }

  /// The changed fields, with the actions that may have changed them if there are several; or that the state was not
  /// compared. `nil` if no field has changed.
  func changes(of record: ActionRecord) -> String? {
    let fields = strings[record.changedFields]
    guard case .since(let number) = record.comparison else { return record.comparisonMark }
    if number == record.number &- 1 { return fields.isEmpty ? nil : fields }
    return fields.isEmpty
      ? "compared with the state after #\(number)" : "\(fields), in one of #\(number &+ 1) to #\(record.number)"
  }

  /// The action as JSON; `nil` if it can't be coded.
  func action(of record: ActionRecord) -> JSONValue? {
    record.isOpaque ? nil : try? JSONValue(parsing: JSONText(texts[record.text]))
  }

  /// The action as a line of JSON, or as the text that the program has reported.
  func text(of record: ActionRecord) -> String { String(decoding: texts[record.text], as: UTF8.self) }

  /// The dependencies that the reducer has read, with their values as JSON; `nil` if a value can't be coded.
  func reads(of record: ActionRecord) -> [(name: String, value: String?)] {
    guard !record.reads.isEmpty, case .array(let reads)? = try? JSONValue(parsing: JSONText(texts[record.reads])) else {
      return []
    }
    return reads.compactMap { read in
      guard case .array(let parts) = read, case .string(let name)? = parts.first else { return nil }
      return (name, parts.count > 1 ? parts[1].compactText : nil)
    }
  }

  /// Returns the actions that lead to an action, from the user's on, and the ones that it has caused.
  func chain(of position: Int) -> (causes: [Int], consequences: [Int]) {
    var causes = [position]
    while let last = causes.last, records[last].parent >= 0,
      let parent = self.position(of: Moment(store: Int(records[last].store), number: Int(records[last].parent))),
      parent < last
    {
      causes.append(parent)
    }
    let record = records[position]
    // Consequences are looked for among the next actions only, because a long history would take too long.
    let consequences = (position + 1..<min(position + 2000, records.count)).filter { later in
      records[later].store == record.store && records[later].parent == record.number && !isForgotten(later)
    }
    return (causes.reversed(), consequences)
  }
}
