import DequeModule

/// The jobs and callbacks that are ready to run, in the order in which they became ready.
struct ReadyQueue: Sendable {
  enum Item: Sendable {
    case job(UnownedJob, EffectExecutor)
    case errand(MainTurnCallback)
  }

  private var items = Deque<Item>()
  /// The schedule that chooses the next item; `nil` for first-in, first-out order.
  private let schedule: Schedule?

  init(schedule: Schedule?) {
    self.schedule = schedule
  }

  var isEmpty: Bool { items.isEmpty }

  mutating func append(_ item: Item) {
    items.append(item)
  }

  /// Removes and returns the item to run next.
  mutating func next() -> Item? {
    guard let schedule, items.count > 1 else { return items.popFirst() }
    return items.remove(at: schedule.choose(among: items))
  }
}
