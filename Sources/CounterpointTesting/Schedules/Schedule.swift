import DequeModule
import CounterpointSupport

/// Chooses which ready job of a test store runs next.
///
/// Safe to use from any thread.
final class Schedule: Sendable {
  /// The schedule of test stores created in the current task; `nil` for first-in, first-out order.
  @TaskLocal static var current: Schedule?

  private let choices: Locked<Choices>

  init(_ choices: Choices) {
    self.choices = Locked(choices)
  }

  func choose(among items: Deque<ReadyQueue.Item>) -> Int {
    choices.withLock { $0.choose(among: items.map(\.owner)) }
  }

  /// The number of choices made.
  var count: Int { choices.withLock { $0.made } }
}

extension ReadyQueue.Item {
  /// The owner of the job; `nil` for a callback on the store's actor.
  var owner: ObjectIdentifier? {
    switch self {
    case .job(_, let executor): ObjectIdentifier(executor)
    case .errand: nil
    }
  }
}
