package import CounterpointRecording

/// Turns the lines of a recording or a connection into events.
package struct EventReader {
  /// The stores whose first line was read.
  private var stores: Set<Int> = []
  /// The stores that are announced with their first snapshot, which says what the oldest moment is.
  private var announced: [Int: InspectedStore] = [:]
  private var comparisons: [Int: ComparisonReader] = [:]

  package init() {}

  /// Whether the first line of a store was read.
  package var hasStores: Bool { !stores.isEmpty }

  /// Returns the events of a line of a recording.
  package mutating func events(of line: RecordingLine) throws -> [InspectedEvent] {
    switch line {
    case .header(let line):
      comparisons[line.store, default: ComparisonReader()].areMarked = line.marksComparisons
      guard stores.insert(line.store).inserted else { return [] }
      announced[line.store] = InspectedStore(number: line.store, feature: line.feature, label: line.label)
      return []
    case .snapshot(let line):
      let resumed = line.restart.map { InspectedEvent.resumed(store: line.store, from: $0, last: line.number) }
      let compared = comparisons[line.store, default: ComparisonReader()].read(line)
      return store(line.store, oldest: line.number) + [resumed, compared].compactMap { $0 }
    case .action(let line):
      let comparison = comparisons[line.store, default: ComparisonReader()].read(line)
      return store(line.store, oldest: line.number) + [.action(InspectedAction(line, comparison))]
    case .result(let line):
      let compared = comparisons[line.store, default: ComparisonReader()].read(line)
      let since = comparisons[line.store]?.since(line.number)
      let result = line.isEnd && line.changes.isEmpty ? nil : InspectedEvent.result(InspectedResult(line, since: since))
      return store(line.store, oldest: line.number) + [compared, result].compactMap { $0 }
    case .shared(let line):
      let value = try JSONValue(parsing: line.value)
      return store(line.store, oldest: 0) + [.shared(store: line.store, name: line.name, value: value)]
    case .effect(let line):
      // A segment can begin with effects of a store that has not acted in it.
      return stores.contains(line.store) ? store(line.store, oldest: 0) + [InspectedEvent(line)] : []
    }
  }

  /// Returns the events at the end of a recording: the last action of a store was not compared if nothing follows it,
  /// because the program may have ended before.
  package func eventsAtEnd() -> [InspectedEvent] {
    comparisons.sorted { $0.key < $1.key }.compactMap { store, comparison in
      comparison.unconfirmed.map { .compared(store: store, number: $0, .missing) }
    }
  }

  /// Returns the event of another line of a connection.
  package mutating func events(of line: ServerLine) -> [InspectedEvent] {
    switch line {
    case .hello, .refusal, .state, .done, .failure, .caughtUp: []
    case .store(let store, let oldest): self.store(store, oldest: oldest)
    case .shown(let store, let number, let refused):
      self.store(store, oldest: 0) + [.shown(store: store, number: number, refused: refused)]
    case .storeEnded(let store): self.store(store, oldest: 0) + [.storeEnded(store)]
    case .note(let store, let number, let text):
      self.store(store, oldest: 0) + [.note(store: store, number: number, text: text)]
    case .missed(let count): [.missed(count)]
    }
  }

  /// Announces a store before its first event.
  private mutating func store(_ number: Int, oldest: Int) -> [InspectedEvent] {
    guard var store = announced.removeValue(forKey: number) else { return [] }
    store.oldest = oldest
    return [.store(store)]
  }
}

/// Finds out which states of a store were compared with which earlier ones.
private struct ComparisonReader {
  /// Whether the actions say if they were compared.
  var areMarked = true
  /// The number of the last action whose state is known; `nil` before the first one.
  private var last: Int?
  /// The number of the action whose state was known before.
  private var previous: Int?
  /// The number of the last action, if nothing says yet that its reduction has ended, and otherwise `nil`.
  private(set) var unconfirmed: Int?

  mutating func read(_ line: RecordingLine.Action) -> InspectedComparison {
    unconfirmed = nil
    guard areMarked else { return .unknown }
    guard !line.isUncompared else { return .missing }
    unconfirmed = line.number
    let since = last ?? line.number - 1
    (previous, last) = (since, line.number)
    return .since(since)
  }

  mutating func read(_ line: RecordingLine.Result) -> InspectedEvent? {
    if line.isUncompared, unconfirmed == line.number {
      // The action has promised a comparison, and then the state could not be encoded.
      unconfirmed = nil
      last = previous
      return .compared(store: line.store, number: line.number, .missing)
    }
    unconfirmed = nil
    return line.isEnd || !line.changes.isEmpty ? compared(line.store, line.number) : nil
  }

  mutating func read(_ line: RecordingLine.Snapshot) -> InspectedEvent? {
    guard line.state != nil else { return nil }
    unconfirmed = nil
    if line.restart == nil { return compared(line.store, line.number) }
    last = line.number
    return nil
  }

  /// Notes that a state was compared.
  ///
  /// - Returns: The event, unless the action has said it.
  private mutating func compared(_ store: Int, _ number: Int) -> InspectedEvent? {
    guard let last else {
      last = number
      return nil
    }
    guard last < number else { return nil }
    previous = last
    self.last = number
    return .compared(store: store, number: number, .since(last))
  }

  /// Returns the number of the action since which the fields may have changed, if it is not the one before.
  func since(_ number: Int) -> Int? {
    previous.flatMap { $0 < number - 1 ? $0 : nil }
  }
}

extension InspectedEvent {
  fileprivate init(_ line: RecordingLine.Effect) {
    switch line.event {
    case .began(let beginning):
      self = .effectBegan(
        InspectedEffect(
          store: line.store,
          id: line.number,
          action: beginning.reduction,
          name: beginning.name,
          cancellationIDs: beginning.ids,
          location: beginning.location,
          time: line.time
        )
      )
    case .canceled: self = .effectCanceled(store: line.store, id: line.number, time: line.time)
    case .ended: self = .effectEnded(store: line.store, id: line.number, time: line.time)
    }
  }
}

extension InspectedAction {
  fileprivate init(_ line: RecordingLine.Action, _ comparison: InspectedComparison) {
    let cause: Cause =
      switch line.cause {
      case .user(let place): .user(place)
      case .observer(let place): .observer(place)
      case .effect(let number, let place): .effect(of: number, place)
      case .reducer(let number): .reducer(of: number)
      }
    self.init(
      store: line.store,
      number: line.number,
      time: line.time,
      cause: cause,
      text: line.action,
      opaque: line.opaque,
      comparison: comparison
    )
  }
}

extension InspectedResult {
  fileprivate init(_ line: RecordingLine.Result, since: Int?) {
    // A new field is followed by its own fields, which say more, unless they are 'nil'.
    let paths = Set(line.changes.map(\.path))
    let changes = line.changes.filter { change in
      change.value != .absent || FieldPath.parent(of: change.path).map(paths.contains) != true
    }
    let parents = Set(changes.compactMap { FieldPath.parent(of: $0.path) })
    self.init(
      store: line.store,
      number: line.number,
      duration: line.duration,
      reads: line.reads.map { Read(name: $0.name, text: $0.value) },
      changedFields: changes.map(\.path).filter { !parents.contains($0) },
      changedSince: line.changes.isEmpty ? nil : since
    )
  }
}
