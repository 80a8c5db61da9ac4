import DequeModule
import Locks

/// Who chooses which of the ready jobs of a test store runs next.
///
/// Safe to use from any thread.
final class Schedule: Sendable {
  /// The schedule of the test stores that are made now; `nil` for the order in which jobs become ready.
  @TaskLocal static var current: Schedule?

  private let choices: Locked<Choices>

  init(_ choices: Choices) {
    self.choices = Locked(choices)
  }

  func choose(among items: Deque<ReadyQueue.Item>) -> Int {
    choices.withLock { $0.choose(among: items.map(\.owner)) }
  }

  /// How many times there was something to choose.
  var count: Int { choices.withLock { $0.made } }
}

extension ReadyQueue.Item {
  /// Whose work it is; `nil` for what is done where the store lives.
  var owner: ObjectIdentifier? {
    switch self {
    case .job(_, let executor): ObjectIdentifier(executor)
    case .errand: nil
    }
  }
}
