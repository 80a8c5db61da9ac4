package import CounterpointRecording

/// Turns the lines of a recording or a connection into events.
package struct EventReader {
  /// The stores whose first line was read.
  private var stores: Set<Int> = []
  /// The stores that are announced with their first snapshot, which says what the oldest moment is.
  private var announced: [Int: InspectedStore] = [:]

  package init() {}

  /// Returns the events of a line of a recording.
  package mutating func events(of line: RecordingLine) throws -> [InspectedEvent] {
    switch line {
    case .header(let line):
      guard stores.insert(line.store).inserted else { return [] }
      announced[line.store] = InspectedStore(number: line.store, feature: line.feature, label: line.label)
      return []
    case .snapshot(let line):
      let resumed = line.restart.map { InspectedEvent.resumed(store: line.store, from: $0, last: line.number) }
      return store(line.store, oldest: line.number) + (resumed.map { [$0] } ?? [])
    case .action(let line):
      return store(line.store, oldest: line.number) + [.action(InspectedAction(line))]
    case .result(let line):
      return store(line.store, oldest: line.number) + [.result(InspectedResult(line))]
    case .shared(let line):
      let value = try JSONValue(parsing: line.value)
      return store(line.store, oldest: 0) + [.shared(store: line.store, name: line.name, value: value)]
    }
  }

  /// Returns the event of another line of a connection.
  package mutating func events(of line: ServerLine) -> [InspectedEvent] {
    switch line {
    case .hello, .refusal, .state, .done, .failure, .caughtUp: []
    case .store(let store, let oldest): self.store(store, oldest: oldest)
    case .effectBegan(let effect): store(effect.store, oldest: 0) + [.effectBegan(effect)]
    case .effectEnded(let store, let id, let time): [.effectEnded(store: store, id: id, time: time)]
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

extension InspectedAction {
  fileprivate init(_ line: RecordingLine.Action) {
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
      opaque: line.opaque
    )
  }
}

extension InspectedResult {
  fileprivate init(_ line: RecordingLine.Result) {
    self.init(
      store: line.store,
      number: line.number,
      duration: line.duration,
      reads: line.reads.map { Read(name: $0.name, text: $0.value) },
      changedFields: line.changes.map(\.path)
    )
  }
}
