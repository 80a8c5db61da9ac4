import DequeModule

/// What could run now, in the order in which it became ready.
struct ReadyQueue: Sendable {
  enum Item: Sendable {
    case job(UnownedJob, EffectExecutor)
    case errand(Errand)
  }

  private var items = Deque<Item>()
  /// Who chooses what runs next; `nil` for the first that became ready.
  private let schedule: Schedule?

  init(schedule: Schedule?) {
    self.schedule = schedule
  }

  var isEmpty: Bool { items.isEmpty }

  mutating func append(_ item: Item) {
    items.append(item)
  }

  /// Takes out what runs next.
  mutating func next() -> Item? {
    guard let schedule, items.count > 1 else { return items.popFirst() }
    return items.remove(at: schedule.choose(among: items))
  }
}
